// Preloaded into every child of the demo: when the parent is gone (kill -9), the child ends as after a normal request.
// Processes that a child forks inherit this preload, but have another parent: it leaves them alone.
if (process.channel && process.ppid === Number(process.env.EINZUG_PARENT)) {
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
