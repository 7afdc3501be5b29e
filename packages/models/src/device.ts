export const DEVICES = ['cpu', 'cuda'] as const;
export type Device = (typeof DEVICES)[number];
