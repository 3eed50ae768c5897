import { get } from 'node:http';
import { get as getTls } from 'node:https';

export type Health = { ok: true } | { ok: false; missing: string[] };

/** Calls GET /api/health. `missing` names the services that do not answer, as reported by the api-gateway. */
export const askHealth = (http: string): Promise<Health> =>
  new Promise((resolve) => {
    const down = (missing: string[] = ['api-gateway']): void => resolve({ ok: false, missing });
    // The request goes to loopback, which no certificate has to name, and contains no secret.
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

/** Whether the service with this internal port is up, with every part that it needs. */
export const isHealthy = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
};
