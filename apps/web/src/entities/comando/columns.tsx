import type { Comando } from '@acequia/contracts';
import { Flex } from '@chakra-ui/react';
import { Age } from '../../components/age.js';
import type { Column } from '../../components/table/column.js';
import type { Dates } from '../../lib/time/shown-zone.js';
import { SubjectLink } from '../subject-link.js';
import { UsuarioLink } from '../usuario/usuario-link.js';
import { browserName } from './browser-name.js';
import { ComandoChip } from './comando-chip.js';
import { texts } from './textos.js';

const titles = texts.columns;

const who = ({ usuario_id, usuario_nombre }: Comando): string =>
  usuario_id === null ? texts.sistema : (usuario_nombre ?? texts.unnamed(usuario_id));
const originOf = ({ ip, navegador }: Comando): string => [ip, browserName(navegador)].filter(Boolean).join(' · ');

/** Columns of a list of commands; `what`: what each was given to. */
export const comandoColumns = (what: (comando: Comando) => string, { dateTimeOf }: Dates): Column<Comando>[] => [
  {
    id: 'cuando',
    title: titles.cuando,
    value: ({ ts }) => ts,
    inCsv: ({ ts }) => dateTimeOf(ts),
    cell: ({ ts }) => (
      <Flex as="span" display="inline-flex" align="baseline" gap="2">
        {dateTimeOf(ts)} <Age ts={ts} />
      </Flex>
    ),
    width: '12.75rem',
  },
  {
    id: 'que',
    title: titles.what,
    value: what,
    cell: (row) => <SubjectLink {...row}>{what(row)}</SubjectLink>,
    width: '16rem',
    inCard: 'title',
  },
  { id: 'accion', title: titles.accion, value: ({ accion }) => texts.actions[accion], width: '5.5rem' },
  {
    id: 'estado',
    title: titles.estado,
    value: ({ estado }) => texts.estados[estado],
    cell: ({ estado }) => <ComandoChip estado={estado} />,
    width: '8rem',
  },
  {
    id: 'quien',
    title: titles.who,
    value: who,
    cell: (row) => <UsuarioLink id={row.usuario_id} nombre={who(row)} />,
    width: '8rem',
  },
  { id: 'desde', title: titles.desde, value: originOf, width: '9rem' },
  { id: 'detalle', title: titles.detalle, value: ({ detalle, motivo }) => detalle ?? motivo, width: '20.5rem' },
];
