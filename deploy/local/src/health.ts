import { get } from 'node:http';
import { get as getTls } from 'node:https';

export type Health = { ok: true } | { ok: false; missing: string[] };

/** Asks GET /api/health. `missing` names the services that do not answer, as far as the api-gateway says. */
export const askHealth = (http: string): Promise<Health> =>
  new Promise((resolve) => {
    const down = (missing: string[] = ['api-gateway']): void => resolve({ ok: false, missing });
    // Asked at loopback, which no certificate need name, and nothing secret is sent.
    const options = { timeout: 5_000, agent: false, rejectUnauthorized: false } as const;
    const request = (http.startsWith('https:') ? getTls : get)(`${http}/api/health`, options, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => {
        if (answer.statusCode === 200) return resolve({ ok: true });
        try {
          down((JSON.parse(body) as { sin_respuesta?: string[] }).sin_respuesta);
        } catch {
          down();
        }
      });
      answer.on('error', () => down());
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => down());
  });
