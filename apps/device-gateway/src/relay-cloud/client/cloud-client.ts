import { V1 } from './api-v1.js';
import { V2, V2_IDS_MAX } from './api-v2.js';
import { CloudFailure, V2NotSpoken } from './cloud-failure.js';
import type { CloudHttp } from './cloud-http.js';
import { idForCloud } from './device-ids.js';
import type { Lectura } from './device-status.js';

/** Which API an account answers: determined once, then remembered. */
export type Api = 'v1' | 'v2';

export type CountRequest = (kind: 'read' | 'command', outcome: string) => void;

interface Order {
  on: boolean;
  /** Seconds after which the relay's own timer turns it off; null = no timer. */
  off_after_s: number | null;
}

export interface CloudAccount {
  server: string;
  auth_key: string;
  /** undefined = not determined yet. */
  api: Api | undefined;
}

/** ms. Together with the wait for the next probe, a screen is right again within 10 s of the cloud's return. */
const READ_TIMEOUT_MS = 5_000;
const CONTROL_TIMEOUT_MS = 7_000;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** The vendor's control API, one request per call; the caller holds the account's slot. */
export class CloudClient {
  /** Calls `count` for every request that left, with its kind and outcome. */
  constructor(
    private readonly http: CloudHttp,
    private readonly count: CountRequest = () => undefined,
  ) {}

  /** Most devices per read. */
  batchOf(api: Api | undefined): number {
    return api === 'v1' ? 1 : V2_IDS_MAX;
  }

  /** Readings by the given ids. @throws CloudFailure (nothing of the account could be read), V2NotSpoken */
  read(
    account: CloudAccount,
    ids: readonly string[],
    onSent?: () => void,
  ): Promise<Map<string, Lectura | CloudFailure>> {
    return this.counted('read', onSent, (sent) => this.askFor(account, ids, sent));
  }

  private async askFor(
    account: CloudAccount,
    ids: readonly string[],
    onSent: () => void,
  ): Promise<Map<string, Lectura | CloudFailure>> {
    const { server, auth_key, api } = account;
    if (api !== 'v1') {
      const path = V2.getPath(auth_key);
      const request = {
        server,
        path,
        contentType: JSON_TYPE,
        body: V2.getBody(ids),
        timeout_ms: READ_TIMEOUT_MS,
      } as const;
      return V2.readDevices(await this.http.post(request, onSent), ids, api === 'v2');
    }
    const [id] = ids;
    if (id === undefined) return new Map();
    const body = V1.form({ id: idForCloud(id), auth_key });
    const request = { server, path: V1.statusPath, contentType: FORM, body, timeout_ms: READ_TIMEOUT_MS } as const;
    const answer = await this.http.post(request, onSent);
    return new Map([[id, one(() => V1.readStatus(answer, id))]]);
  }

  /**
   * Switches channel 0. `off_after_s`: the relay's own timer turns it off; v1 has no timer, so there the request is refused unsent.
   * @throws CloudFailure (`perhapsActed` when the relay may have switched), V2NotSpoken
   */
  control(account: CloudAccount, id: string, order: Order, onSent?: () => void): Promise<void> {
    return this.counted('command', onSent, (sent) => this.switch(account, id, order, sent));
  }

  private async switch(
    account: CloudAccount,
    id: string,
    { on, off_after_s }: Order,
    onSent: () => void,
  ): Promise<void> {
    const { server, auth_key, api } = account;
    const common = { server, timeout_ms: CONTROL_TIMEOUT_MS };
    if (api !== 'v1') {
      const request = {
        ...common,
        path: V2.switchPath(auth_key),
        contentType: JSON_TYPE,
        body: V2.switchBody(id, on, off_after_s),
      } as const;
      V2.readSwitch(await this.http.post(request, onSent), api === 'v2');
      return;
    }
    if (off_after_s !== null) throw new CloudFailure('sin_temporizador', { ofDevice: true });
    const body = V1.form({ channel: '0', turn: on ? 'on' : 'off', id: idForCloud(id), auth_key });
    const request = { ...common, path: V1.controlPath, contentType: FORM, body } as const;
    V1.readControl(await this.http.post(request, onSent));
  }

  private async counted<T>(
    kind: 'read' | 'command',
    onSent: (() => void) | undefined,
    work: (sent: () => void) => Promise<T>,
  ): Promise<T> {
    let left = false;
    const sent = (): void => {
      left = true;
      onSent?.();
    };
    try {
      const answer = await work(sent);
      if (left) this.count(kind, 'ok');
      return answer;
    } catch (error) {
      if (left) this.count(kind, error instanceof CloudFailure ? error.motivo : 'error');
      throw error;
    }
  }
}

/** A failure of one device becomes its reading; any other failure concerns the account. */
const one = (read: () => Lectura): Lectura | CloudFailure => {
  try {
    return read();
  } catch (error) {
    if (error instanceof CloudFailure && error.ofDevice) return error;
    throw error;
  }
};

export { V2NotSpoken };
