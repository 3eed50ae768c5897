import type { MqttClient } from 'mqtt';

const COMMANDS = '$CONTROL/dynamic-security/v1';
const RESPONSES = `${COMMANDS}/response`;
const TIMEOUT_MS = 10_000;

export interface DynsecCommand {
  command: string;
  [field: string]: unknown;
}

export interface DynsecResponse {
  command: string;
  correlationData?: string;
  error?: string;
  data?: unknown;
}

interface Waiting {
  resolve: (responses: DynsecResponse[]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * Commands of Mosquitto's dynamic security plugin (mosquitto.org/documentation/dynamic-security). The broker may disconnect the client
 * that a command concerns, even the sender: then the command rejects, and the caller has to check the result again.
 */
export class DynsecClient {
  private readonly waiting = new Map<string, Waiting>();
  private count = 0;

  constructor(private readonly client: MqttClient) {
    client.on('message', (topic, payload) => {
      if (topic === RESPONSES) this.answer(payload);
    });
    client.on('close', () => this.fail(new Error('the broker hung up')));
  }

  /** Must be called again after each connection. */
  async subscribe(): Promise<void> {
    await this.client.subscribeAsync(RESPONSES, { qos: 1 });
  }

  /** Runs the commands in order; a refused command has an `error` in its response, and the others still run. */
  async run(commands: DynsecCommand[]): Promise<DynsecResponse[]> {
    const id = String(++this.count);
    const answered = new Promise<DynsecResponse[]>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Error('the broker did not answer'));
      }, TIMEOUT_MS).unref();
      this.waiting.set(id, { resolve, reject, timer });
    });
    const tagged = commands.map((command) => ({ ...command, correlationData: id }));
    this.client.publish(COMMANDS, JSON.stringify({ commands: tagged }), { qos: 1 });
    return answered;
  }

  private answer(payload: Buffer): void {
    const responses = responsesOf(payload);
    const id = responses[0]?.correlationData ?? '';
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    waiting.resolve(responses);
  }

  private fail(error: Error): void {
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.waiting.clear();
  }
}

const responsesOf = (payload: Buffer): DynsecResponse[] => {
  try {
    return (JSON.parse(payload.toString('utf8')) as { responses?: DynsecResponse[] }).responses ?? [];
  } catch {
    return [];
  }
};
