import { decodeCommand, encodeResult, topics } from '@acequia/board-protocol';
import type { MqttClient } from 'mqtt';
import type { Socket } from 'node:net';

/** A board that executes and confirms commands at once, so that only the transport is measured. */
export const obedient = async (
  client: MqttClient,
  numero: number,
  heard: (on: boolean) => void = () => undefined,
): Promise<MqttClient> => {
  (client.stream as Socket).setNoDelay(true);
  client.on('message', (topic, payload) => {
    const decoded = topic === topics.command(numero) ? decodeCommand(payload) : null;
    if (!decoded?.ok) return;
    const { id, pin, on } = decoded.value;
    heard(on);
    client.publish(topics.result(numero), encodeResult({ id, ok: true, pins: { [pin]: on ? 1 : 0 } }), { qos: 1 });
  });
  await client.subscribeAsync(topics.command(numero), { qos: 1 });
  return client;
};
