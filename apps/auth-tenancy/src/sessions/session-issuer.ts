import { randomBytes } from 'node:crypto';
import { DEFAULT_ZONE, type OpenSession, type TokenClaims, type UsuarioDeSesion } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { EntityManager } from 'typeorm';
import { SesionesRepository, type Persona } from '../storage/sesiones.repository.js';

/** Life of a session and of its token, seconds. */
export const SESSION_S = 12 * 60 * 60;
/** Maximum length kept of the browser's description. */
const MAX_BROWSER = 300;

export interface Origen {
  ip: string;
  navegador: string;
}

@Injectable()
export class SessionIssuer {
  constructor(
    private readonly sesiones: SesionesRepository,
    private readonly jwt: JwtService,
  ) {}

  /** @returns null when the person changed since they were read. */
  async open(manager: EntityManager, persona: Persona, origen: Origen): Promise<OpenSession | null> {
    const sid = randomBytes(24).toString('base64url');
    const creada = new Date();
    const opened = await this.sesiones.open(manager, {
      sid,
      usuario_id: persona.id,
      ver: persona.ver,
      creada,
      vence: new Date(creada.getTime() + SESSION_S * 1_000),
      ip: printable(origen.ip, 64),
      navegador: printable(origen.navegador, MAX_BROWSER),
    });
    if (!opened) return null;
    const { id, rol, empresa_id, ver } = persona;
    const claims: TokenClaims = { sub: String(id), rol, empresa_id, sid, ver };
    return { token: await this.jwt.signAsync(claims, { expiresIn: SESSION_S }), user: sessionUser(persona) };
  }
}

/** A person as their browser stores them. */
export const sessionUser = ({
  id,
  nombre,
  email,
  rol,
  empresa_id,
  empresa_nombre,
  empresa,
  falta_segundo_paso,
}: Persona): UsuarioDeSesion => ({
  id,
  nombre,
  email,
  rol,
  empresa_id,
  empresa_nombre,
  zona_horaria: empresa?.zona_horaria ?? DEFAULT_ZONE,
  ...(falta_segundo_paso && { falta_segundo_paso: 1 }),
});

/** Removes NUL, which Postgres text cannot hold. */
const printable = (text: string, max: number): string => text.replaceAll('\u0000', '').slice(0, max);
