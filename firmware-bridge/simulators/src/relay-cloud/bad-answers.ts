import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.js';
import type { Misbehaviour } from './misbehaviour.js';
import { V1_ERRORS } from './v1.js';
import { V2_ERRORS } from './v2.js';

/** Size of a `huge` body. */
export const HUGE_BYTES = 100 * 1024 * 1024;
const CHUNK = 'x'.repeat(64 * 1024);

export const send = (response: ServerResponse, { status, json }: Answer): void => {
  if (response.destroyed) return;
  const body = json === undefined ? '' : JSON.stringify(json);
  response.writeHead(status, {
    ...(body !== '' && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
};

/** Sends what looks like an answer, up to {@link HUGE_BYTES} or until the client hangs up. */
const sendHuge = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"isok":true,"data":{"x":"');
  let left = HUGE_BYTES;
  const pour = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= CHUNK.length;
      if (!response.write(CHUNK)) {
        response.once('drain', pour);
        return;
      }
    }
    if (left <= 0) response.end('"}}');
  };
  pour();
};

/** Half of a good answer, then the connection breaks. */
const sendHalf = (response: ServerResponse, json: unknown): void => {
  const body = JSON.stringify(json ?? { isok: true, data: {} });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.destroy());
};

/** Spoils an answer. `act` carries a command out and returns the good answer. */
export const misbehave = (
  { kind, to }: Misbehaviour,
  api: 'v1' | 'v2',
  response: ServerResponse,
  canary: string,
  act: () => Answer,
): void => {
  const errors = api === 'v1' ? V1_ERRORS : V2_ERRORS;
  switch (kind) {
    case 'slow':
      return;
    case 'max_req':
      return send(response, errors.tooFast);
    case 'wrong_key':
      return send(response, errors.wrongKey);
    case 'empty_401':
      return send(response, errors.empty401);
    case 'too_many':
      return send(response, errors.tooMany);
    case 'server_error':
      return send(response, errors.serverError);
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('<html><body>\u0000 mantenimiento {"isok":tru');
      return;
    case 'truncated':
      return sendHalf(response, act().json);
    case 'huge':
      return sendHuge(response);
    case 'redirect':
      response.writeHead(302, { location: to ?? canary });
      response.end();
      return;
    case 'acts_then_drops':
      act();
      response.destroy();
      return;
    case 'acts_then_hangs':
      act();
      return;
    case 'drop':
      response.destroy();
  }
};
