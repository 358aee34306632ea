// Loaded before each bot: tells the bench what the process has used so far, in microseconds.
process.on("message", (message) => {
  if (message !== "cpu") return;
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.channel?.unref();
