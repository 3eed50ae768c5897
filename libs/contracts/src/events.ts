import { z } from 'zod';
import { CorridaDePlaca } from './agenda.js';
import type { Service } from './caller.js';
import { ComandoAction, ComandoEntity } from './comando.js';
import { FlagOutput, DateOutput, Id, Milliseconds } from './common.js';
import { DIALECTOS } from './dialecto.js';
import { EmpresaProfile } from './empresa.js';
import { TipoDispositivo } from './dispositivo.js';
import { Enclavamiento } from './enclavamiento.js';
import { ProteccionGuardada } from './proteccion.js';
import { PREVIOUS_CREDENTIALS, CredencialAnterior } from './placa.js';
import { PuntoGuardado } from './punto.js';
import { Switch } from './switch.js';

interface EventDefinition {
  /** The service that writes it (through its outbox). */
  productor: Service;
  /** The services that handle it; each has its own consumer group. */
  destinos: readonly Service[];
  data: z.ZodType;
  /** Each event of an entity is a fact of its own: none is superseded, each is handled once, in any order. */
  inAnyOrder?: true;
}

/**
 * Domain events. One of an owned entity carries its whole state ("guardada") or only its ids ("eliminada"), so that replaying the
 * newest event per entity rebuilds a projection. The last three tell what boards can do and did, and what people ordered. `rev` rises with every change of the entity, deletion included; a handler
 * ignores an event whose rev is not above the stored one, unless its definition says `inAnyOrder`.
 */
export const EVENTS = {
  'empresa.guardada': {
    productor: 'auth-tenancy',
    destinos: ['inventory', 'device-gateway', 'telemetry-history', 'api-gateway', 'alerts', 'automation'],
    data: EmpresaProfile.extend({ fecha_vencimiento: DateOutput }),
  },
  'empresa.eliminada': {
    productor: 'auth-tenancy',
    destinos: ['inventory', 'device-gateway', 'telemetry-history', 'api-gateway', 'alerts', 'automation'],
    data: z.object({ id: Id }),
  },
  'usuario.eliminado': {
    productor: 'auth-tenancy',
    destinos: ['alerts'],
    data: z.object({ id: Id }),
  },

  'placa.guardada': {
    productor: 'inventory',
    destinos: ['device-gateway', 'telemetry-history', 'alerts', 'automation'],
    data: z.object({
      placa_id: Id,
      /** The board's number: its MQTT user name and topic level. */
      numero: Id,
      empresa_id: Id,
      /** Absent in events written before this field existed. */
      nombre: z.string().optional(),
      sitio: z.string().optional(),
      /** Decides which topics the board may use and how its messages are decoded; absent = acequia. */
      dialecto: z.enum(DIALECTOS).optional(),
      revocada: FlagOutput,
      /** SHA-256 of the password, hex; null before credentials were issued. */
      credencial_sha256: z.string().length(64).nullable(),
      /** Replaced credentials that still work until the board has used a newer one, newest first; absent = none. */
      credenciales_anteriores: z.array(CredencialAnterior).max(PREVIOUS_CREDENTIALS).optional(),
      /**
       * The password itself, sealed (service-kit's SecretBox, context 'placa.credencial'), for a Mosquitto that keeps its own
       * accounts. Only where such a broker is used.
       */
      credencial_cifrada: z.string().nullish(),
    }),
  },
  'placa.eliminada': {
    productor: 'inventory',
    destinos: ['device-gateway', 'telemetry-history', 'alerts', 'automation'],
    data: z.object({ placa_id: Id }),
  },
  'switch.guardado': {
    productor: 'inventory',
    destinos: ['device-gateway', 'telemetry-history', 'alerts', 'automation'],
    data: Switch.omit({ version: true, caudal_m3h: true }).extend({ caudal_m3h: z.number().nullish() }),
  },
  'switch.eliminado': {
    productor: 'inventory',
    destinos: ['auth-tenancy', 'device-gateway', 'telemetry-history', 'alerts', 'automation'],
    data: z.object({ id: Id, empresa_id: Id }),
  },
  'enclavamiento.guardado': {
    productor: 'inventory',
    destinos: ['device-gateway', 'automation'],
    data: Enclavamiento.omit({ version: true }),
  },
  'enclavamiento.eliminado': {
    productor: 'inventory',
    destinos: ['device-gateway', 'automation'],
    data: z.object({ id: Id, empresa_id: Id }),
  },
  'proteccion.guardada': {
    productor: 'inventory',
    destinos: ['device-gateway', 'automation'],
    data: ProteccionGuardada.omit({ version: true }),
  },
  'proteccion.eliminada': {
    productor: 'inventory',
    destinos: ['device-gateway', 'automation'],
    data: z.object({ id: Id, empresa_id: Id }),
  },
  'punto.guardado': {
    productor: 'inventory',
    destinos: ['device-gateway', 'telemetry-history', 'automation', 'alerts'],
    data: PuntoGuardado.omit({ version: true }),
  },
  'punto.eliminado': {
    productor: 'inventory',
    destinos: ['device-gateway', 'telemetry-history', 'automation', 'alerts'],
    data: z.object({ id: Id, empresa_id: Id, placa_id: Id.nullable() }),
  },
  'dispositivo.guardado': {
    productor: 'inventory',
    destinos: ['device-gateway', 'telemetry-history', 'alerts', 'automation'],
    data: z.object({
      id: Id,
      nombre: z.string(),
      shelly_id: z.string(),
      tipo: TipoDispositivo,
      server: z.string(),
      empresa_id: Id,
      activo: FlagOutput,
      suspendido: FlagOutput,
      fecha_vencimiento: DateOutput.nullable(),
      /** Encrypted (service-kit's SecretBox): device-gateway opens it to speak to the cloud, inventory to compare accounts. */
      auth_key_cifrada: z.string().nullable(),
      sitio: z.string().optional(),
      vigila_switch_id: Id.nullish(),
    }),
  },
  'dispositivo.eliminado': {
    productor: 'inventory',
    destinos: ['auth-tenancy', 'device-gateway', 'telemetry-history', 'alerts', 'automation'],
    data: z.object({ id: Id, empresa_id: Id }),
  },
  /** What a board's firmware can do by itself, and which revisions it has accepted. */
  'placa.planes': {
    productor: 'device-gateway',
    destinos: ['automation'],
    data: z.object({
      placa_id: Id,
      puede: z.array(z.string()),
      /** null = none, or one of another installation. */
      agenda_rev: z.number().int().nullable(),
      /** Absent in events written before rules existed. */
      control_rev: z.number().int().nullish(),
    }),
  },
  /** A person turned a switch or a dispositivo on or off. `rev` is the command's number. */
  'orden.persona': {
    productor: 'device-gateway',
    destinos: ['automation'],
    data: z.object({
      entidad: ComandoEntity,
      id: Id,
      empresa_id: Id,
      accion: ComandoAction,
      /** For ON: off after this, s; null = no end is known. */
      max_s: z.number().int().nullable(),
      usuario_id: Id,
      ts: Milliseconds,
    }),
  },
  /** Outcomes of a board's agenda as reported; one event per report. */
  'placa.corridas': {
    productor: 'device-gateway',
    destinos: ['automation'],
    inAnyOrder: true,
    data: z.object({ placa_id: Id, corridas: z.array(CorridaDePlaca) }),
  },
} as const satisfies Record<string, EventDefinition>;

export type EventName = keyof typeof EVENTS;
export type EventData<N extends EventName> = z.output<(typeof EVENTS)[N]['data']>;

/** An event as a handler receives it. */
export interface EventEnvelope<N extends EventName = EventName> {
  name: N;
  /** Position in the producer's outbox; consumers store it. */
  seq: number;
  /** `<entity>:<id>`, e.g. `switch:12`. */
  entidad: string;
  rev: number;
  /** ms since 1970. */
  at: number;
  trace_id: string;
  data: EventData<N>;
}

export const isInAnyOrder = (name: EventName): boolean => (EVENTS[name] as EventDefinition).inAnyOrder === true;

export const eventsFor = (servicio: Service): EventName[] =>
  (Object.keys(EVENTS) as EventName[]).filter((name) =>
    (EVENTS[name].destinos as readonly Service[]).includes(servicio),
  );

/** The services whose events a service consumes. */
export const producersFor = (servicio: Service): Service[] => [
  ...new Set(eventsFor(servicio).map((name) => EVENTS[name].productor)),
];
