// Preloaded into every child of the demo: when the parent is gone (kill -9), the child ends as after a normal request.
if (process.channel) {
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
