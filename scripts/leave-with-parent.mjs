// Preloaded into every child process of the demo. If the parent dies (kill -9), the child sends itself SIGTERM and
// stops in the usual way. Processes that a child forks inherit this preload, but it ignores them: their parent is
// another process.
if (process.channel && process.ppid === Number(process.env.EINZUG_PARENT)) {
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
