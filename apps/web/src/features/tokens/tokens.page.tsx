import { exactDuration, type Token, type TokenCreado } from '@acequia/contracts';
import { Button, Link } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { useConfirm } from '../../components/confirm.js';
import { failureOf } from '../../components/form/failure.js';
import { Help } from '../../components/help.js';
import { MoreIcon } from '../../components/icons.js';
import { Page } from '../../components/page.js';
import { ShownOnce } from '../../components/shown-once.js';
import type { Column } from '../../components/table/column.js';
import { DataTable } from '../../components/table/table.js';
import { toast } from '../../components/toasts.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { UsuarioLink } from '../../entities/usuario/usuario-link.js';
import { neverCame } from '../../lib/http/query-client.js';
import { datesIn, InZone, type Dates } from '../../lib/time/shown-zone.js';
import { useTokenActions, useTokens } from './api/tokens.js';
import { TokenDialog } from './components/token-dialog.js';
import { texts } from './textos.js';

const { columns: titles, revoke } = texts;

const permisosOf = ({ permisos, max_s, sitios }: Token): string =>
  [
    ...permisos.map((one) =>
      one === 'operar' && max_s !== null
        ? `${texts.permisos[one]} ${texts.limit(exactDuration(max_s))}`
        : texts.permisos[one],
    ),
    ...(sitios ? [texts.inSitios(sitios.join(', '))] : []),
  ].join(', ');

const columnsOf = ({ dateTimeOf }: Dates): Column<Token>[] => [
  { id: 'nombre', title: titles.nombre, value: ({ nombre }) => nombre, width: '9rem', inCard: 'title' },
  { id: 'permisos', title: titles.permisos, value: permisosOf, width: '15rem' },
  { id: 'estado', title: titles.estado, value: ({ estado }) => texts.estados[estado], width: '6.5rem' },
  {
    id: 'vence',
    title: titles.vence,
    value: ({ vence }) => vence,
    cell: ({ vence }) => dateTimeOf(vence),
    inCsv: ({ vence }) => dateTimeOf(vence),
    width: '9.5rem',
  },
  { id: 'usado', title: titles.usado, value: ({ usado }) => usado ?? texts.never, width: '7.5rem' },
  {
    id: 'quien',
    title: titles.quien,
    value: ({ usuario_nombre }) => usuario_nombre,
    cell: ({ usuario_id, usuario_nombre }) => <UsuarioLink id={usuario_id} nombre={usuario_nombre} />,
    width: '9rem',
  },
];

/** The tokens of a company, with a button to revoke each. */
export function Component() {
  const choice = useChosenEmpresa();
  const { empresaId } = choice;
  const tokens = useTokens(empresaId);
  const actions = useTokenActions();
  const confirm = useConfirm();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<TokenCreado | null>(null);
  const zone = useEmpresaZone(empresaId);
  const columns = useMemo(() => columnsOf(datesIn(zone)), [zone]);
  const failure = neverCame(tokens) || choice.failure;
  const rows = tokens.data ?? (failure || choice.none ? [] : undefined);

  const end = async ({ id, nombre }: Token) => {
    const { question, accion, detalle, done } = revoke;
    if (!(await confirm({ text: question, accion, detalle: detalle(nombre), danger: true }))) return;
    try {
      await actions.revoke(id);
      toast.success(done);
    } catch (error) {
      const said = failureOf(revoke.failure, error);
      toast.error(said.text, said.detalle);
    }
  };

  return (
    <InZone value={zone}>
      <Page
        title={texts.title}
        beside={
          <Help>
            {texts.help}{' '}
            <Link href="/api/docs" target="_blank" rel="noreferrer" textDecoration="underline">
              {texts.docs}
            </Link>
          </Help>
        }
      >
        <DataTable
          from={empresaId}
          nombre="tokens"
          rows={rows}
          columns={columns}
          keyOf={({ id }) => id}
          empty={failure ? texts.noRows : texts.empty}
          unread={failure}
          tools={
            <Button colorPalette="campo" disabled={empresaId === null} onClick={() => setCreating(true)}>
              <MoreIcon /> {texts.fresh}
            </Button>
          }
          actions={(row) => (
            <Button
              size="xs"
              variant="outline"
              colorPalette="teja"
              aria-label={revoke.label(row.nombre)}
              onClick={() => void end(row)}
            >
              {revoke.accion}
            </Button>
          )}
        />
        {creating && empresaId !== null && (
          <TokenDialog
            empresaId={empresaId}
            timeZone={zone}
            empresas={choice.selection.data ?? []}
            onMade={(token) => {
              setCreating(false);
              setMade(token);
            }}
            onClose={() => setCreating(false)}
          />
        )}
        {made && (
          <ShownOnce value={made.token} texts={texts.secret} onClose={() => setMade(null)}>
            {texts.secret.help}
          </ShownOnce>
        )}
      </Page>
    </InZone>
  );
}
