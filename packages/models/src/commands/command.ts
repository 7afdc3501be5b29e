import type { Command } from 'commander';
import type { ProfileSettings } from '../choose-profile.js';

export interface CommandContext {
  settings: ProfileSettings;
  signal: AbortSignal;
}

export type AddCommand = (program: Command, context: () => CommandContext) => void;
