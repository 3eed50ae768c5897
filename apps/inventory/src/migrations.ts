import { Inicial1763700000000 } from './migrations/1763700000000-inicial.js';
import { Auditoria1763800000000 } from './migrations/1763800000000-auditoria.js';
import { MaxEncendido1763910000000 } from './migrations/1763910000000-max-encendido.js';
import { Dialecto1763920000000 } from './migrations/1763920000000-dialecto.js';
import { Enclavamientos1763930000000 } from './migrations/1763930000000-enclavamientos.js';
import { CredencialesAnteriores1763940000000 } from './migrations/1763940000000-credenciales-anteriores.js';
import { PinesDeOtrosFirmwares1763970000000 } from './migrations/1763970000000-pines-de-otros-firmwares.js';
import { DevicesAndPlaces1764000000000 } from './migrations/1764000000000-devices-and-places.js';
import { BoardsToldAgain1764000100000 } from './migrations/1764000100000-boards-told-again.js';
import { SinConfirmar1764100000000 } from './migrations/1764100000000-sin-confirmar.js';
import { Puntos1764200000000 } from './migrations/1764200000000-puntos.js';
import { PointsToldAgain1764210000000 } from './migrations/1764210000000-points-told-again.js';
import { PointsWithoutABoard1764220000000 } from './migrations/1764220000000-points-without-a-board.js';
import { PointsToldOnceMore1764230000000 } from './migrations/1764230000000-points-told-once-more.js';
import { Protecciones1764240000000 } from './migrations/1764240000000-protecciones.js';
import { ProteccionesCaudal1764300000000 } from './migrations/1764300000000-protecciones-caudal.js';
import { Concession1764310000000 } from './migrations/1764310000000-concession.js';
import { CounterWrap1764320000000 } from './migrations/1764320000000-counter-wrap.js';
import { ProtectionsToldAgain1764330000000 } from './migrations/1764330000000-protections-told-again.js';

/** Of the schema, the oldest first. */
export const MIGRATIONS = [
  Inicial1763700000000,
  Auditoria1763800000000,
  MaxEncendido1763910000000,
  Dialecto1763920000000,
  Enclavamientos1763930000000,
  CredencialesAnteriores1763940000000,
  PinesDeOtrosFirmwares1763970000000,
  DevicesAndPlaces1764000000000,
  BoardsToldAgain1764000100000,
  SinConfirmar1764100000000,
  Puntos1764200000000,
  PointsToldAgain1764210000000,
  PointsWithoutABoard1764220000000,
  PointsToldOnceMore1764230000000,
  Protecciones1764240000000,
  ProteccionesCaudal1764300000000,
  Concession1764310000000,
  CounterWrap1764320000000,
  ProtectionsToldAgain1764330000000,
];
