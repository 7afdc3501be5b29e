import { inChildSpan, isTraced, SpanKind } from './spans.js';

/** What ioredis does with every command, those of scripts too. */
interface CommandSender {
  sendCommand(command: SentCommand, ...more: never[]): unknown;
}

interface SentCommand {
  name: string;
  promise: Promise<unknown>;
}

/** The same client; its commands are spans by name, without their arguments. */
export function tracedRedis<Client extends object>(client: Client): Client {
  const sender = client as unknown as CommandSender;
  const send = sender.sendCommand.bind(sender);
  sender.sendCommand = (command, ...more) => {
    if (!isTraced()) return send(command, ...more);
    let sent: unknown;
    inChildSpan(
      `redis ${command.name}`,
      { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'redis', 'db.operation.name': command.name } },
      () => {
        sent = send(command, ...more);
        return command.promise;
      },
      // The caller of the command handles its failure.
    ).catch(() => undefined);
    return sent;
  };
  return client;
}
