import { Inicial1764000000000 } from './migrations/1764000000000-inicial.js';
import { Reparto1764100000000 } from './migrations/1764100000000-reparto.js';
import { DetailCodes1764200000000 } from './migrations/1764200000000-detail-codes.js';
import { Persons1764300000000 } from './migrations/1764300000000-persons.js';
import { Telling1764400000000 } from './migrations/1764400000000-telling.js';
import { Puntos1764500000000 } from './migrations/1764500000000-puntos.js';
import { PointsWithoutABoard1764510000000 } from './migrations/1764510000000-points-without-a-board.js';
import { Datos1764600000000 } from './migrations/1764600000000-datos.js';
import { Dossieres1764610000000 } from './migrations/1764610000000-dossieres.js';
import { Sms1764620000000 } from './migrations/1764620000000-sms.js';
import { Guardias1764630000000 } from './migrations/1764630000000-guardias.js';
import { Encargado1764640000000 } from './migrations/1764640000000-encargado.js';
import { Descansos1764650000000 } from './migrations/1764650000000-descansos.js';
import { Tarifas1764660000000 } from './migrations/1764660000000-tarifas.js';
import { Pruebas1764670000000 } from './migrations/1764670000000-pruebas.js';
import { Comunicador1764680000000 } from './migrations/1764680000000-comunicador.js';
import { Concession1764690000000 } from './migrations/1764690000000-concession.js';
import { SmsRespuestas1764700000000 } from './migrations/1764700000000-sms-respuestas.js';
import { GuardiaCondiciones1764710000000 } from './migrations/1764710000000-guardia-condiciones.js';

/** Of the schema, the oldest first. */
export const MIGRATIONS = [
  Inicial1764000000000,
  Reparto1764100000000,
  DetailCodes1764200000000,
  Persons1764300000000,
  Telling1764400000000,
  Puntos1764500000000,
  PointsWithoutABoard1764510000000,
  Datos1764600000000,
  Dossieres1764610000000,
  Sms1764620000000,
  Guardias1764630000000,
  Encargado1764640000000,
  Descansos1764650000000,
  Tarifas1764660000000,
  Pruebas1764670000000,
  Comunicador1764680000000,
  Concession1764690000000,
  SmsRespuestas1764700000000,
  GuardiaCondiciones1764710000000,
];
