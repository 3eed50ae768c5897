import { zoneText } from './zone-name.js';

it.each([
  ['America/Mexico_City', 'Ciudad de México, América'],
  ['America/Argentina/San_Juan', 'San Juan, América'],
  ['Europe/Madrid', 'Madrid, Europa'],
  ['UTC', 'UTC'],
])('the zone %s is offered as %s', (zone, text) => expect(zoneText(zone)).toBe(text));
