import { createHash } from 'node:crypto';
import type { Frame } from './air.js';

/** RFC 3339, with the nanoseconds that these servers write. */
const instant = (ts: number, zone: string): string => `${new Date(ts).toISOString().slice(0, -1)}250242${zone}`;
const hashOf = (...parts: (string | number)[]): string => createHash('sha256').update(parts.join(' ')).digest('hex');
const uuidOf = (...parts: (string | number)[]): string =>
  hashOf(...parts).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
const bytesOf = (frame: Frame): string => Buffer.from(JSON.stringify(frame.reading)).toString('base64').slice(0, 40);

const deviceInfo = ({ node }: Frame): object => ({
  tenantId: uuidOf('tenant'),
  tenantName: 'Rancho',
  applicationId: uuidOf('application'),
  applicationName: 'Campo',
  deviceProfileId: uuidOf(node.kind),
  deviceProfileName: node.kind,
  deviceName: node.name,
  devEui: node.dev_eui,
  tags: {},
});

/** What ChirpStack v4 posts with `?event=up`. Source: integration.proto of chirpstack/chirpstack. */
export const chirpstackUp = (frame: Frame): object => ({
  deduplicationId: uuidOf(frame.node.dev_eui, frame.ts),
  time: instant(frame.ts, '+00:00'),
  deviceInfo: deviceInfo(frame),
  devAddr: frame.node.dev_eui.slice(8),
  adr: true,
  dr: 5,
  fCnt: frame.f_cnt,
  fPort: 2,
  confirmed: false,
  data: bytesOf(frame),
  object: frame.reading,
  rxInfo: frame.heard.map(({ gateway, rssi, snr }, i) => ({
    gatewayId: gateway,
    uplinkId: frame.f_cnt * 2 + i,
    rssi,
    snr,
    crcStatus: 'CRC_OK',
  })),
  txInfo: {
    frequency: 868_100_000,
    modulation: { lora: { bandwidth: 125_000, spreadingFactor: 7, codeRate: 'CR_4_5' } },
  },
});

/** What ChirpStack v4 posts with `?event=status`: it carries the id of the uplink that brought it. */
export const chirpstackStatus = (frame: Frame): object => ({
  deduplicationId: uuidOf(frame.node.dev_eui, frame.ts),
  time: instant(frame.ts, '+00:00'),
  deviceInfo: deviceInfo(frame),
  margin: 10,
  externalPowerSource: false,
  batteryLevelUnavailable: false,
  batteryLevel: frame.battery.value,
});

/** A field that is 0 or empty is left out. */
const present = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 0 && value !== '')) as Partial<T>;

/** What a webhook of The Things Stack v3 posts for an uplink. Source: its documentation of data formats. */
export const ttsUplink = (frame: Frame): object => {
  const { node, f_cnt, ts, reading, battery, heard } = frame;
  return {
    end_device_ids: {
      device_id: node.name,
      application_ids: { application_id: 'rancho' },
      dev_eui: node.dev_eui.toUpperCase(),
      join_eui: '800000000000000C',
      dev_addr: node.dev_eui.slice(8).toUpperCase(),
    },
    correlation_ids: [`gs:uplink:${hashOf(node.dev_eui, ts).slice(0, 26)}`],
    received_at: instant(ts + 225, 'Z'),
    uplink_message: {
      session_key_id: 'AXA50tHUGUucuzS/bCGMNw==',
      ...present({ f_cnt, f_port: 2 }),
      frm_payload: bytesOf(frame),
      decoded_payload: reading,
      rx_metadata: heard.map(({ gateway, rssi, snr }) => ({
        gateway_ids: { gateway_id: `eui-${gateway}`, eui: gateway.toUpperCase() },
        time: instant(ts - 4, 'Z'),
        ...present({ rssi, channel_rssi: rssi, snr }),
      })),
      settings: { data_rate: { lora: { bandwidth: 125_000, spreading_factor: 7 } }, frequency: '868300000' },
      received_at: instant(ts, 'Z'),
      consumed_airtime: '0.056576s',
      last_battery_percentage: { ...present({ f_cnt }), value: battery.value, received_at: instant(battery.ts, 'Z') },
    },
  };
};
