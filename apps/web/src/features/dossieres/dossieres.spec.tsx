import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { adminServer, openConsole, row, savedFiles } from '../../test/console.js';
import { Refusal } from '../../test/server.js';
import { EMPRESA, EMPRESA_ADMIN, empresa } from '../../test/records.js';

const DOSSIER = {
  id: 5,
  empresa_id: EMPRESA.id,
  mes: '2026-10',
  numero: 1,
  hecho: Date.UTC(2026, 10, 1, 12),
  sha256: 'ab'.repeat(32),
};
const CIFRAS = {
  formato: 1,
  empresa_id: EMPRESA.id,
  empresa: EMPRESA.nombre,
  mes: DOSSIER.mes,
  zona_horaria: 'America/Mexico_City',
  desde: Date.UTC(2026, 9, 1, 6),
  hasta: Date.UTC(2026, 10, 1, 6),
  tarifa_kwh: 2,
  valvulas: [
    {
      switch_id: 4,
      dispositivo_id: null,
      nombre: 'Válvula 4',
      sector: 'Norte',
      turnos: 3,
      cumplidos: 2,
      parciales: 1,
      omitidos: 0,
      perdidos: 0,
      previstos_s: 5_400,
      reales_s: 5_000,
      m3_previstos: 1_206.5,
      m3_medidos: 4.25,
      sin_medir: 1,
      m3_sin_medir: null,
      kwh: 1.5,
      costo: 3.1,
    },
  ],
  medidores: [],
  energia: [{ dispositivo_id: 9, nombre: 'Centinela', kwh: 10.1, costo: 20.2, dias_sin_datos: 0, dias_incompletos: 0 }],
  avisos: [],
  placas: [{ placa_id: 7, numero: 1007, nombre: '', cortes: 0, sin_enlace_s: null, sin_saber_s: 60 }],
  abiertos: [
    {
      id: 31,
      tipo: 'placa_sin_conexion',
      severidad: 'alta',
      desde: Date.UTC(2026, 9, 31, 18),
      reconocido: 0,
      texto: 'Placa 1007: sin conexión.',
    },
  ],
};

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('dossieres.listar', [DOSSIER])
    .answer('dossieres.leer', { ...DOSSIER, cifras: CIFRAS });

it('lists the dossiers and shows the newest, each row with a link to its turns or readings', async () => {
  openConsole('/dossieres', server(), EMPRESA_ADMIN);
  expect(await row('octubre de 2026')).toHaveTextContent('abababababababab…');
  await screen.findByText(`Huella SHA-256 de las cifras: ${DOSSIER.sha256}`);
  screen.getByText('Agua de los turnos: prevista 1,206.500 m³, medida 4.250 m³.');
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([link('Válvula 4'), link('Centinela'), link('1007')]).toEqual([
    '/switches/4?desde=2026-10-01&hasta=2026-10-31',
    '/dispositivos/9',
    '/placas/7',
  ]);
  const open = screen.getByRole('link', { name: '2026-10-31 12:00' });
  expect(open).toHaveAttribute('href', '/avisos?aviso=31');
  expect(within(open.closest('tr')!).getByText('Placa 1007: sin conexión.')).toBeVisible();
  screen.getByText('No hubo avisos en el mes.');
});

it('saves the PDF and a table as CSV', async () => {
  const files = savedFiles();
  const one = server().answer('dossieres.pdf', '%PDF-').answer('dossieres.csv', 'Nombre\r\n');
  const { user } = openConsole('/dossieres', one, EMPRESA_ADMIN);
  await user.click(await screen.findByRole('button', { name: 'PDF de octubre de 2026, versión 1' }));
  await user.click(await screen.findByRole('button', { name: 'CSV de Agua por válvula' }));
  await waitFor(() => expect([...files].sort()).toEqual(['dossier_2026-10.pdf', 'dossier_2026-10_valvulas.csv']));
  expect(one.sent.filter(({ name }) => /pdf|csv/.test(name)).map(({ params, query }) => [params, query])).toEqual([
    [{ id: '5' }, {}],
    [{ id: '5' }, { tabla: 'valvulas' }],
  ]);
});

it('makes the dossier of a month, and says why it was refused', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const one = server().answer('dossieres.listar', []).answer('dossieres.hacer', DOSSIER);
  const { user, at } = openConsole('/dossieres', one, EMPRESA_ADMIN);
  await screen.findByText(/Aún no hay ningún dossier/);
  fireEvent.change(screen.getByLabelText('Mes'), { target: { value: '2026-10' } });
  one.answer('dossieres.listar', [DOSSIER]);
  await user.click(screen.getByRole('button', { name: 'Elaborar' }));
  await screen.findByText('Dossier elaborado');
  expect(one.writings[0]?.body).toEqual({ empresa_id: EMPRESA.id, mes: '2026-10' });
  await waitFor(() => expect(at()).toContain('dossier=5'));
  one.answer('dossieres.hacer', new Refusal('datos_invalidos', 'El mes aún no termina.'));
  await user.click(screen.getByRole('button', { name: 'Elaborar' }));
  await screen.findByText('El mes aún no termina.');
});
