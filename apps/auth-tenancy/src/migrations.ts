import { Inicial1763700000000 } from './migrations/1763700000000-inicial.js';
import { Auditoria1763800000000 } from './migrations/1763800000000-auditoria.js';
import { CompanyPlace1764000000000 } from './migrations/1764000000000-company-place.js';
import { Muros1764200000000 } from './migrations/1764200000000-muros.js';
import { Vistas1764300000000 } from './migrations/1764300000000-vistas.js';
import { UserSuspensions1764400000000 } from './migrations/1764400000000-user-suspensions.js';
import { Tokens1764500000000 } from './migrations/1764500000000-tokens.js';
import { SecondStep1764600000000 } from './migrations/1764600000000-second-step.js';
import { Tarifas1764700000000 } from './migrations/1764700000000-tarifas.js';
import { Altitude1764800000000 } from './migrations/1764800000000-altitude.js';

/** Of the schema, the oldest first. */
export const MIGRATIONS = [
  Inicial1763700000000,
  Auditoria1763800000000,
  CompanyPlace1764000000000,
  Muros1764200000000,
  Vistas1764300000000,
  UserSuspensions1764400000000,
  Tokens1764500000000,
  SecondStep1764600000000,
  Tarifas1764700000000,
  Altitude1764800000000,
];
