import type { ImageSearch } from '@imagesearch/sdk';
import type { CreditBudget } from './credit-budget.js';

/** What the tools of one session work with. */
export interface Session {
  /** Carries the API key of the session. */
  client: ImageSearch;
  budget: CreditBudget;
}

/** One call of a tool. */
export interface ToolCall {
  /** As the model gave them; the API checks them. */
  arguments: Record<string, unknown>;
  /** Fires when the caller cancels or disconnects. */
  signal: AbortSignal;
}
