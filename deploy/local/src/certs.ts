import { join } from 'node:path';
import { makeCertificates, ownNames } from './certificates.js';
import { readEnvironment } from './environment.js';

const guide = (names: readonly string[], { ca, cert, key }: { ca: string; cert: string; key: string }): string => `
Certificado para ${names.join(', ')}

  Autoridad:   ${ca}   (esto se instala en teléfonos y placas)
  Certificado: ${cert}
  Clave:       ${key}

Arranca con él:
  TLS_CERT=${cert} TLS_KEY=${key} npm start

En cada teléfono o computadora, una sola vez (envíate ca.pem; nunca los archivos .key):
  Android: Ajustes > Seguridad > Cifrado y credenciales > Instalar un certificado > Certificado de CA.
  iPhone:  abre ca.pem, instala el perfil, y actívalo en Ajustes > General > Información > Ajustes de certificados.
  Windows: doble clic en ca.pem (cámbiale el nombre a ca.crt) > Instalar > Entidades de certificación raíz de confianza.
  Linux:   cópialo a /usr/local/share/ca-certificates/acequia.crt y ejecuta update-ca-certificates.
En las placas: carga ca.pem y conéctalas a mqtts://<este equipo>:8883.

Vale 397 días. Antes de que venza, ejecuta otra vez npm run certs: Acequia toma el nuevo sin reiniciar y nadie instala nada.
El equipo cambió de nombre o de dirección: npm run certs -- <nombre o dirección>…`;

/** `npm run certs [-- name or address…]`: creates a local authority and a certificate for this machine, and prints how to use them. */
export const certs = async (given: readonly string[]): Promise<void> => {
  const { ACEQUIA_DATA } = readEnvironment({ ACEQUIA_DATA: process.env['ACEQUIA_DATA'] });
  const names = [...new Set([...given, ...ownNames()])];
  console.log(guide(names, await makeCertificates(join(ACEQUIA_DATA, 'tls'), names)));
};
