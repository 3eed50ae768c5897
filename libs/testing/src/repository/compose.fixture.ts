import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../runner/command.js';

/** Text of a file of the repository. */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export interface Container {
  image: string;
  command?: string[];
  entrypoint?: string[];
  user?: string;
  environment?: Record<string, string | number>;
  secrets?: (string | { source: string; target: string })[];
  networks: string[];
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  logging?: { options: Record<string, string> };
  mem_limit?: string;
  profiles?: string[];
}

interface Compose {
  services: Record<string, Container>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
}

export const text = read('docker-compose.yml');
export const compose = parse(text, { merge: true }) as Compose;
export const { services } = compose;
