import { X509Certificate } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as dial } from 'node:tls';
import { type CertificateFiles, makeCertificates } from '@acequia/local/certificates';
import { ADMIN, eventually, freePort, type RunningAcequia, startAcequia } from '@acequia/testing';
import mqtt, { type MqttClient } from 'mqtt';
import { io } from 'socket.io-client';

const NAMES = ['localhost', '127.0.0.1'];

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

describe('with TLS_CERT and TLS_KEY', () => {
  let folder: string;
  let files: CertificateFiles;
  let acequia: RunningAcequia;
  let mqttPort: number;
  let token: string;
  let board: MqttClient;
  const ca = (): string => readFileSync(files.ca, 'utf8');

  const ask = (method: string, path: string, body?: object, session?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...(session && { authorization: `Bearer ${session}` }) };
      const sent = request(`${acequia.http}/api${path}`, { method, ca: ca(), headers, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: JSON.parse(text || '{}') }),
        );
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });

  /** Serial number of the certificate that the port serves. */
  const shown = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = dial({ port, host: '127.0.0.1', ca: ca(), servername: 'localhost' }, () => {
        resolve(socket.getPeerX509Certificate()?.serialNumber ?? '');
        socket.destroy();
      });
      socket.on('error', reject);
    });
  const ports = (): number[] => [Number(new URL(acequia.http).port), mqttPort];
  const serial = (): string => new X509Certificate(readFileSync(files.cert)).serialNumber;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'acequia-tls-'));
    files = await makeCertificates(folder, NAMES);
    mqttPort = await freePort();
    acequia = await startAcequia({
      quick: true,
      env: { TLS_CERT: files.cert, TLS_KEY: files.key, MQTT_TLS_PORT: String(mqttPort) },
    });
  });
  afterAll(async () => {
    await board?.endAsync(true);
    await acequia?.stop();
    rmSync(folder, { recursive: true });
  });

  it('serves the console over HTTPS alone, and tells browsers to stay with it', async () => {
    expect(acequia.http).toMatch(/^https:/);
    const { status, headers, body } = await ask('POST', '/auth/login', ADMIN);
    expect([status, headers['strict-transport-security']]).toEqual([200, expect.stringContaining('max-age=')]);
    token = String(body['token']);
    await expect(fetch(acequia.http.replace('https:', 'http:'))).rejects.toThrow();
  });

  it('carries live messages over a secure WebSocket', async () => {
    const options = { ca: ca(), transports: ['websocket'], auth: { token }, reconnection: false };
    const socket = io(acequia.http, { ...options, forceNew: true });
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', resolve);
      socket.on('connect_error', reject);
    });
    socket.disconnect();
  });

  it('lets a board in over TLS with the same certificate', async () => {
    const { body: empresa } = await ask('POST', '/empresas', { nombre: 'TLS', fecha_vencimiento: '2099-01-01' }, token);
    const { body } = await ask('POST', '/placas', { empresa_id: empresa['id'], nombre: 'Uno' }, token);
    const [placa] = body as unknown as { id: number; username: string; password: string }[];
    board = await mqtt.connectAsync(`mqtts://localhost:${mqttPort}`, {
      ...placa,
      clientId: `placa-${placa?.id}`,
      ca: ca(),
      reconnectPeriod: 0,
    });
    await board.publishAsync(`acequia/v1/${placa?.id}/telemetry`, JSON.stringify({ pins: { 4: 1 } }), { qos: 1 });
    expect(await Promise.all(ports().map(shown))).toEqual([serial(), serial()]);
  });

  it('takes a renewed certificate at both doors without a restart, and keeps the boards that are connected', async () => {
    const before = acequia.services;
    await makeCertificates(folder, NAMES);
    await eventually(async () => expect(await Promise.all(ports().map(shown))).toEqual([serial(), serial()]));
    expect(acequia.services).toEqual(before);
    expect(board.connected).toBe(true);
    await board.publishAsync(`acequia/v1/${board.options.username}/telemetry`, JSON.stringify({ pins: { 4: 0 } }), {
      qos: 1,
    });
  });

  it('stays with the certificate it has when the new files do not belong together', async () => {
    const good = serial();
    const kept = join(folder, 'kept.pem');
    copyFileSync(files.cert, kept);
    copyFileSync(files.ca, files.cert);
    const complaints = (): number =>
      ['api-gateway', 'device-gateway'].filter((service) =>
        readFileSync(join(acequia.dataFolder, 'logs', `${service}.log`), 'utf8').includes('cannot be used'),
      ).length;
    await eventually(() => expect(complaints()).toBe(2));
    expect(await Promise.all(ports().map(shown))).toEqual([good, good]);
    copyFileSync(kept, files.cert);
  });
});
