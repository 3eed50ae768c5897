import { Inicial1763700000000 } from './migrations/1763700000000-inicial.js';
import { NubeYComandos1763730000000 } from './migrations/1763730000000-nube-y-comandos.js';
import { ComandosASwitches1763900000000 } from './migrations/1763900000000-comandos-a-switches.js';
import { Seguros1763910000000 } from './migrations/1763910000000-seguros.js';
import { Enclavamientos1763930000000 } from './migrations/1763930000000-enclavamientos.js';
import { CredencialesAnteriores1763940000000 } from './migrations/1763940000000-credenciales-anteriores.js';
import { Dialecto1763950000000 } from './migrations/1763950000000-dialecto.js';
import { ClavesDePeticion1763960000000 } from './migrations/1763960000000-claves-de-peticion.js';
import { Auditoria1763970000000 } from './migrations/1763970000000-auditoria.js';
import { LedgerSentences1764000000000 } from './migrations/1764000000000-ledger-sentences.js';
import { Installation1764010000000 } from './migrations/1764010000000-installation.js';
import { Planes1764020000000 } from './migrations/1764020000000-planes.js';
import { Controles1764030000000 } from './migrations/1764030000000-controles.js';
import { LinkHistory1764040000000 } from './migrations/1764040000000-link-history.js';
import { DoneRuns1764050000000 } from './migrations/1764050000000-done-runs.js';
import { BoardHealth1764060000000 } from './migrations/1764060000000-board-health.js';
import { Probes1764060100000 } from './migrations/1764060100000-probes.js';
import { ClockOutside1764060200000 } from './migrations/1764060200000-clock-outside.js';
import { Puntos1764070000000 } from './migrations/1764070000000-puntos.js';
import { PointsWithoutABoard1764090000000 } from './migrations/1764090000000-points-without-a-board.js';
import { CommandActor1764100000000 } from './migrations/1764100000000-command-actor.js';
import { Lorawan1764110000000 } from './migrations/1764110000000-lorawan.js';
import { Protecciones1764120000000 } from './migrations/1764120000000-protecciones.js';
import { Actualizaciones1764130000000 } from './migrations/1764130000000-actualizaciones.js';
import { ProteccionesDeServicio1764140000000 } from './migrations/1764140000000-protecciones-de-servicio.js';
import { PointsOfMeters1764150000000 } from './migrations/1764150000000-points-of-meters.js';

/** Of the schema, the oldest first. */
export const MIGRATIONS = [
  Inicial1763700000000,
  NubeYComandos1763730000000,
  ComandosASwitches1763900000000,
  Seguros1763910000000,
  Enclavamientos1763930000000,
  CredencialesAnteriores1763940000000,
  Dialecto1763950000000,
  ClavesDePeticion1763960000000,
  Auditoria1763970000000,
  LedgerSentences1764000000000,
  Installation1764010000000,
  Planes1764020000000,
  Controles1764030000000,
  LinkHistory1764040000000,
  DoneRuns1764050000000,
  BoardHealth1764060000000,
  Probes1764060100000,
  ClockOutside1764060200000,
  Puntos1764070000000,
  PointsWithoutABoard1764090000000,
  CommandActor1764100000000,
  Lorawan1764110000000,
  Protecciones1764120000000,
  Actualizaciones1764130000000,
  ProteccionesDeServicio1764140000000,
  PointsOfMeters1764150000000,
];
