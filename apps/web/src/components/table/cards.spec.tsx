import type { Virtualizer } from '@tanstack/react-virtual';
import { render, screen } from '@testing-library/react';
import { Providers } from '../../app/providers.js';
import { Cards } from './cards.js';
import type { Column } from './column.js';

interface Row {
  nombre: string;
  horas: string;
  sitio: string;
}

const columns: Column<Row>[] = [
  { id: 'nombre', title: 'Nombre', value: ({ nombre }) => nombre, width: '10rem', inCard: 'title' },
  {
    id: 'horas',
    title: 'Horas',
    value: ({ horas }) => horas,
    width: '7rem',
    isUsual: ({ horas }) => horas === 'Siempre',
  },
  { id: 'sitio', title: 'Sitio', value: ({ sitio }) => sitio, width: '7rem' },
];

/** As many rows as fit. */
const all = (count: number) =>
  ({
    getTotalSize: () => 0,
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ index, key: index, start: 0 })),
    measureElement: () => undefined,
    options: { scrollMargin: 0 },
  }) as unknown as Virtualizer<Window, Element>;

it('says only what is unusual and known of a row', () => {
  const rows = [
    { nombre: 'Placa sin conexión', horas: 'Siempre', sitio: '—' },
    { nombre: 'Humedad baja', horas: '08:00 a 20:00', sitio: 'Nave 2' },
  ];
  render(
    <Providers>
      <Cards virtual={all(rows.length)} rows={rows} columns={columns} />
    </Providers>,
  );
  const [usual, other] = screen.getAllByRole('listitem');
  expect(usual).toHaveTextContent(/^Placa sin conexión$/);
  expect(other).toHaveTextContent('Humedad bajaHoras 08:00 a 20:00Sitio Nave 2');
});
