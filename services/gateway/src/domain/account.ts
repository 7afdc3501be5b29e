import type { PlanId } from './plans.js';

export interface Account {
  id: string;
  name: string;
  plan: PlanId;
  billingDay: number;
}
