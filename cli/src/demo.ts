import type { Command } from 'commander'

/** `quoin demo`. */
export function addDemoCommand(_program: Command): void {}
