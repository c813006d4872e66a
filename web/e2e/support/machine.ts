/** How busy the machine is with other things: a limit in seconds holds for one that has time. */

/** How many times longer work takes than it would if it had a core to itself; 1 on a quiet machine. */
export function slowness(): number {
  const began = performance.now()
  const before = process.cpuUsage()
  let used = 0
  while (used < 60_000) {
    const { user, system } = process.cpuUsage(before)
    used = user + system
  }
  return Math.max(1, (performance.now() - began) / (used / 1000))
}
