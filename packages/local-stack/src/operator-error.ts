/** A command that cannot be carried out; its message says why, and no stack trace is printed. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}
