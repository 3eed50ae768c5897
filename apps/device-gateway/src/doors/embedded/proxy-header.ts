import { isIPv4, isIPv6 } from 'node:net';

/** Signature of version 2. No version 1 header and no MQTT packet begins like it. */
const SIGNATURE = Buffer.from([0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]);
const V1 = Buffer.from('PROXY ');
/** Longest line of version 1, CRLF included. */
const V1_MAX_BYTES = 107;
/** Fixed part of version 2. */
const V2_BYTES = 16;
/** What a version 2 header may hold beyond the addresses is read past; one of 64 kB, which its length allows, is an attack. */
const V2_REST_MAX_BYTES = 4_096;

/** `bytes`: length of the header. `address`: who connected to the balancer; null = the balancer itself, for a health check. */
export interface ProxyHeader {
  bytes: number;
  address: string | null;
}

/**
 * Reads the PROXY protocol's header, version 1 or 2, from the first bytes of a connection. Source: "The PROXY protocol", sections 2.1 and
 * 2.2, https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt. Answers `more` while the header is not complete, `malformed` when no
 * further byte can make it one.
 */
export const readProxyHeader = (bytes: Buffer): ProxyHeader | 'more' | 'malformed' => {
  if (begins(bytes, V1)) return readLine(bytes);
  if (begins(bytes, SIGNATURE)) return readBinary(bytes);
  return 'malformed';
};

const begins = (bytes: Buffer, start: Buffer): boolean => {
  const length = Math.min(bytes.length, start.length);
  return bytes.subarray(0, length).equals(start.subarray(0, length));
};

const readLine = (bytes: Buffer): ProxyHeader | 'more' | 'malformed' => {
  const end = bytes.subarray(0, V1_MAX_BYTES).indexOf('\r\n');
  if (end < 0) return bytes.length < V1_MAX_BYTES ? 'more' : 'malformed';
  const words = bytes.toString('latin1', V1.length, end).split(' ');
  // What follows UNKNOWN is to be ignored.
  if (words[0] === 'UNKNOWN') return { bytes: end + 2, address: null };
  const [family, source = '', target = '', ...ports] = words;
  const isAddress = family === 'TCP4' ? isIPv4 : family === 'TCP6' ? isPlainIPv6 : null;
  if (!isAddress?.(source) || !isAddress(target) || ports.length !== 2 || !ports.every(isPort)) return 'malformed';
  return { bytes: end + 2, address: source };
};

const isPlainIPv6 = (text: string): boolean => isIPv6(text) && !text.includes('%');
const isPort = (text: string): boolean => /^(0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535;

const LOCAL = 0x20;
const PROXY = 0x21;
/** Address family and transport, and the length of their addresses. */
const UNSPECIFIED = 0x00;
const TCP4 = 0x11;
const TCP6 = 0x21;
const ADDRESS_BYTES: Partial<Record<number, number>> = { [UNSPECIFIED]: 0, [TCP4]: 12, [TCP6]: 36 };

const readBinary = (bytes: Buffer): ProxyHeader | 'more' | 'malformed' => {
  if (bytes.length < V2_BYTES) return 'more';
  const command = bytes[12];
  const family = bytes[13] as number;
  const rest = bytes.readUInt16BE(14);
  const needed = command === LOCAL ? 0 : command === PROXY ? ADDRESS_BYTES[family] : undefined;
  if (needed === undefined || rest < needed || rest > V2_REST_MAX_BYTES) return 'malformed';
  if (bytes.length < V2_BYTES + rest) return 'more';
  const isTold = command === PROXY && family !== UNSPECIFIED;
  const address = isTold ? textOf(bytes.subarray(V2_BYTES, V2_BYTES + (family === TCP4 ? 4 : 16))) : null;
  return { bytes: V2_BYTES + rest, address };
};

const textOf = (raw: Buffer): string => {
  if (raw.length === 4) return raw.join('.');
  const groups = Array.from({ length: 8 }, (_, i) => raw.readUInt16BE(2 * i).toString(16));
  // The usual short form, with its longest run of zeros left out.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
};
