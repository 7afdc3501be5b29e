/** A valid command that cannot be carried out; the operator reads its message. */
export class OperatorError extends Error {}
