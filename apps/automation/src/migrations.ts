import { Inicial1764000000000 } from './migrations/1764000000000-inicial.js';
import { Ordenes1764100000000 } from './migrations/1764100000000-ordenes.js';
import { Clima1764110000000 } from './migrations/1764110000000-clima.js';
import { Auditoria1764120000000 } from './migrations/1764120000000-auditoria.js';
import { Confirmado1764130000000 } from './migrations/1764130000000-confirmado.js';
import { Excepciones1764140000000 } from './migrations/1764140000000-excepciones.js';
import { Apagar1764150000000 } from './migrations/1764150000000-apagar.js';
import { ApagadosFallidos1764160000000 } from './migrations/1764160000000-apagados-fallidos.js';
import { Renovar1764170000000 } from './migrations/1764170000000-renovar.js';
import { Planeado1764180000000 } from './migrations/1764180000000-planeado.js';
import { Bomba1764190000000 } from './migrations/1764190000000-bomba.js';
import { Apartadas1764195000000 } from './migrations/1764195000000-apartadas.js';
import { PasosPlaneados1764200000000 } from './migrations/1764200000000-pasos-planeados.js';
import { Propio1764210000000 } from './migrations/1764210000000-propio.js';
import { Puntos1764220000000 } from './migrations/1764220000000-puntos.js';
import { Fallos1764230000000 } from './migrations/1764230000000-fallos.js';
import { Recupera1764240000000 } from './migrations/1764240000000-recupera.js';
import { PointsKnown1764250000000 } from './migrations/1764250000000-points-known.js';
import { Volumen1764280000000 } from './migrations/1764280000000-volumen.js';
import { Protecciones1764290000000 } from './migrations/1764290000000-protecciones.js';
import { Motivos1764300000000 } from './migrations/1764300000000-motivos.js';
import { Tarifas1764310000000 } from './migrations/1764310000000-tarifas.js';
import { Caudales1764320000000 } from './migrations/1764320000000-caudales.js';
import { Pronosticos1764330000000 } from './migrations/1764330000000-pronosticos.js';
import { RunsByHand1764340000000 } from './migrations/1764340000000-runs-by-hand.js';
import { Potencias1764350000000 } from './migrations/1764350000000-potencias.js';
import { MovedByForecast1764360000000 } from './migrations/1764360000000-moved-by-forecast.js';
import { Altitude1764370000000 } from './migrations/1764370000000-altitude.js';
import { Superficies1764380000000 } from './migrations/1764380000000-superficies.js';
import { Soil1764390000000 } from './migrations/1764390000000-soil.js';

/** Of the schema, the oldest first. */
export const MIGRATIONS = [
  Inicial1764000000000,
  Ordenes1764100000000,
  Clima1764110000000,
  Auditoria1764120000000,
  Confirmado1764130000000,
  Excepciones1764140000000,
  Apagar1764150000000,
  ApagadosFallidos1764160000000,
  Renovar1764170000000,
  Planeado1764180000000,
  Bomba1764190000000,
  Apartadas1764195000000,
  PasosPlaneados1764200000000,
  Propio1764210000000,
  Puntos1764220000000,
  Fallos1764230000000,
  Recupera1764240000000,
  PointsKnown1764250000000,
  Volumen1764280000000,
  Protecciones1764290000000,
  Motivos1764300000000,
  Tarifas1764310000000,
  Caudales1764320000000,
  Pronosticos1764330000000,
  RunsByHand1764340000000,
  Potencias1764350000000,
  MovedByForecast1764360000000,
  Altitude1764370000000,
  Superficies1764380000000,
  Soil1764390000000,
];
