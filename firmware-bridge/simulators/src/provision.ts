import { ErrorBody, PlacaCredencial, OpenSession } from '@acequia/contracts';
import { z } from 'zod';
import { writePrivate } from './board-spec.js';

const Credencial = PlacaCredencial.pick({ id: true, placa_id: true, username: true, password: true });
type Credencial = z.infer<typeof Credencial>;

/** Most boards of one POST /placas. */
const BY_CALL = 1_000;
const WAIT_MS = 30_000;

export interface ProvisionOptions {
  http: string;
  email: string;
  password: string;
  empresa: number;
  count: number;
  out: string;
}

const post = async <T>(url: URL, body: unknown, token: string | null, answer: z.ZodType<T>): Promise<T> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(WAIT_MS),
  });
  const text = await response.text();
  if (response.ok) return answer.parse(text === '' ? {} : JSON.parse(text));
  const error = ErrorBody.safeParse(safeJson(text));
  throw new Error(`${url.pathname}: ${response.status} ${error.data?.mensaje ?? ''}`.trim());
};

const safeJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Registers boards of an empresa through the public API and writes their credentials to `out`. @returns what was written. */
export const provision = async (options: ProvisionOptions): Promise<Credencial[]> => {
  const at = (path: string): URL => new URL(`/api${path}`, options.http);
  const { email, password } = options;
  const { token } = await post(at('/auth/login'), { email, password }, null, OpenSession);
  const boards: Credencial[] = [];
  try {
    while (boards.length < options.count) {
      const cantidad = Math.min(BY_CALL, options.count - boards.length);
      const body = { empresa_id: options.empresa, cantidad };
      boards.push(...(await post(at('/placas'), body, token, z.array(Credencial))));
      // Written after each call: a credential is shown once, and a later call may fail.
      writePrivate(options.out, `${JSON.stringify(boards, null, 1)}\n`);
    }
    return boards;
  } finally {
    await post(at('/auth/logout'), {}, token, z.unknown()).catch(() => undefined);
  }
};
