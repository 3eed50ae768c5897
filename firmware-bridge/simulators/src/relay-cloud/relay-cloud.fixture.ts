import type { Account } from './account.js';
import { RelayCloud, type RelayCloudOptions } from './relay-cloud.js';

/** A body of any shape. */
export type Json = Record<string, never> & { [key: string]: Json };

export interface Told {
  status: number;
  text: string;
  json: Json;
}

const told = async (answer: Response): Promise<Told> => {
  const text = await answer.text();
  return { status: answer.status, text, json: (text ? JSON.parse(text) : {}) as Json };
};

/** A cloud with one account, and a client's requests to it. */
export class Client {
  private constructor(
    readonly cloud: RelayCloud,
    readonly account: Account,
  ) {}

  /** No rate limit by default. */
  static async start(options: RelayCloudOptions = {}): Promise<Client> {
    const cloud = await new RelayCloud({ interval_ms: 0, ...options }).start();
    return new Client(cloud, cloud.account());
  }

  async v1(path: string, fields: Record<string, string>, init: RequestInit = {}): Promise<Told> {
    const body = new URLSearchParams({ auth_key: this.account.key, ...fields });
    return told(await fetch(`${this.cloud.origin}${path}`, { method: 'POST', body, ...init }));
  }

  status(id: string): Promise<Told> {
    return this.v1('/device/status', { id });
  }

  control(id: string, turn: string, channel = '0'): Promise<Told> {
    return this.v1('/device/relay/control', { id, turn, channel });
  }

  async v2(path: string, body: unknown, key = this.account.key, init: RequestInit = {}): Promise<Told> {
    const url = `${this.cloud.origin}/v2/devices/api/${path}?auth_key=${encodeURIComponent(key)}`;
    return told(await fetch(url, { method: 'POST', body: JSON.stringify(body), ...init }));
  }

  get(ids: string[], select: string[] = ['status']): Promise<Told> {
    return this.v2('get', { ids, select });
  }
}
