import { createHmac } from 'node:crypto';

const HEX = /^[0-9a-f]{4,16}$/;
const DECIMAL = /^\d{1,20}$/;
/** `shellyplus1-c45bbe5f1a01`: the model as prefix of the id. */
const WITH_MODEL = /^[a-z]\w*-([0-9a-f]{6,16})$/;

/**
 * Every value that a typed vendor id may stand for: the cloud writes ids in hex and in decimal, people write them with or without
 * separators and the model. Two ids name one device when they share a value.
 */
export const deviceValues = (typed: string): string[] => {
  const text = typed.trim().toLowerCase();
  const bare = (WITH_MODEL.exec(text)?.[1] ?? text).replace(/[:-]/g, '');
  const values = new Set<string>();
  if (HEX.test(bare)) values.add(`n${BigInt(`0x${bare}`)}`);
  if (DECIMAL.test(bare)) values.add(`n${BigInt(bare)}`);
  if (values.size === 0) values.add(`t${text}`);
  return [...values];
};

export const sameDevice = (one: string, other: string): boolean => {
  const values = deviceValues(one);
  return deviceValues(other).some((value) => values.includes(value));
};

/** Adds the scheme to a stored bare host. */
const originOf = (server: string): string => (server === '' || server.includes('://') ? server : `https://${server}`);

export const sameServer = (one: string, other: string): boolean => originOf(one) === originOf(other);

/** Fingerprints of (cloud account, device): they show that two keys are equal without revealing the key. */
export const accountPrints = (
  key: Buffer,
  { server, shelly_id }: { server: string; shelly_id: string },
  auth_key: string,
): string[] =>
  deviceValues(shelly_id).map((value) =>
    createHmac('sha256', key)
      .update(JSON.stringify([originOf(server), auth_key, value]))
      .digest('base64url'),
  );
