import type { TokenClaims } from '@acequia/contracts';
import { deriveKey } from '@acequia/service-kit';
import { Farm, type ApiClient, type RunningAcequia } from '@acequia/testing';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { type Board } from '../ingest/fleet.js';

/** Usuarios of the bench: their ids begin here, far from those that the API gives. */
const FIRST_ID = 1_000_000;
const SESSION_S = 6 * 3_600;

export interface Company {
  empresa_id: number;
  boards: Board[];
  switches: number[];
}
/** A person with an open session. */
export interface Watcher {
  usuario_id: number;
  token: string;
}

/** A company with `count` switches, one to a board, each on the same pin. */
export async function company(acequia: RunningAcequia, root: ApiClient, count: number, pin: number): Promise<Company> {
  const { empresa } = await Farm.create(acequia, root);
  const boards = await root.call('placas.registrar', { body: { empresa_id: empresa.id, cantidad: count } });
  const { switches } = await root.call('switches.guardar_lote', {
    body: {
      switches: boards.map((board, i) => ({
        nombre: `Válvula ${i + 1}`,
        tipo: 'selenoide' as const,
        zona: 'Sector 1',
        empresa_id: empresa.id,
        dispositivo_id: board.id,
        par_numero: 1 as const,
        switch_site_id: i + 1,
        hardware_pin: pin,
        activo: 1 as const,
      })),
    },
  });
  return { empresa_id: empresa.id, boards, switches: switches.map(({ id }) => id) };
}

/**
 * `count` usuarios of each company, who have all of its switches, with a session each. Written into the tables: five thousand logins would
 * hash five thousand passwords.
 */
export async function watchersOf(
  acequia: RunningAcequia,
  db: pg.Client,
  companies: readonly { company: Company; count: number }[],
): Promise<Watcher[]> {
  const secret = readFileSync(join(acequia.dataFolder, 'secret.key'), 'utf8').trim();
  const key = deriveKey(secret, 'jwt');
  const watchers: Watcher[] = [];
  for (const { company, count } of companies) {
    const { empresa_id, switches } = company;
    const first = FIRST_ID + watchers.length;
    const ids = Array.from({ length: count }, (_, i) => first + i);
    await db.query(
      `INSERT INTO auth_tenancy.usuarios (id, nombre, email, clave_hash, rol, empresa_id, activo, ver, version, grants_version)
       SELECT id, 'Persona ' || id, 'persona' || id || '@bench.test', '', 'usuario', $2, true, 1, 1, 1 FROM unnest($1::integer[]) AS id`,
      [ids, empresa_id],
    );
    await db.query(
      `INSERT INTO auth_tenancy.asignaciones (usuario_id, tipo, recurso_id, empresa_id)
       SELECT u, 'switch', s, $3 FROM unnest($1::integer[]) AS u, unnest($2::integer[]) AS s`,
      [ids, switches, empresa_id],
    );
    await db.query(
      `INSERT INTO auth_tenancy.sesiones (sid, usuario_id, ver, creada, vence, ip, navegador)
       SELECT 'sesion-del-banco-' || id, id, 1, now(), now() + interval '1 day', '127.0.0.1', 'bench' FROM unnest($1::integer[]) AS id`,
      [ids],
    );
    for (const id of ids) {
      const claims = { sub: String(id), rol: 'usuario', empresa_id, sid: `sesion-del-banco-${id}`, ver: 1 } as const;
      watchers.push({ usuario_id: id, token: signed(claims, key) });
    }
  }
  await db.query('ANALYZE');
  return watchers;
}

const signed = (claims: TokenClaims, key: Buffer): string => {
  const now = Math.floor(Date.now() / 1_000);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iat: now, exp: now + SESSION_S })}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};
