import type { Silencio } from '@acequia/contracts';
import { Button } from '@chakra-ui/react';
import { useCallback, useMemo, useState } from 'react';
import { useConfirm } from '../../components/confirm.js';
import { failureOf } from '../../components/form/failure.js';
import { MoreIcon } from '../../components/icons.js';
import { ZoneNote } from '../../components/zone-note.js';
import type { Column } from '../../components/table/column.js';
import { DataTable } from '../../components/table/table.js';
import { toast } from '../../components/toasts.js';
import { AvisosPage } from '../../entities/aviso/avisos-page.js';
import { keyOf } from '../../entities/aviso/subject.js';
import { useSubjects } from '../../entities/aviso/use-subjects.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { SubjectLink } from '../../entities/subject-link.js';
import { UsuarioLink } from '../../entities/usuario/usuario-link.js';
import { neverCame } from '../../lib/http/query-client.js';
import { datesIn, InZone, type Dates } from '../../lib/time/shown-zone.js';
import { useSilenceActions, useSilencesOf } from './api/silencios.js';
import { SilenceDialog } from './components/silence-dialog.js';
import { texts } from './textos.js';

const { columns: titles, end } = texts;

const moment = (id: 'hasta' | 'desde', { dateTimeOf }: Dates): Column<Silencio> => ({
  id,
  title: titles[id],
  value: (row) => row[id],
  cell: (row) => dateTimeOf(row[id]),
  inCsv: (row) => dateTimeOf(row[id]),
  width: '10rem',
});

const columnsOf = (nameOf: (row: Silencio) => string, dates: Dates): Column<Silencio>[] => [
  {
    id: 'que',
    title: titles.what,
    value: nameOf,
    cell: (row) => <SubjectLink {...row}>{nameOf(row)}</SubjectLink>,
    width: '18rem',
    inCard: 'title',
  },
  moment('hasta', dates),
  { id: 'motivo', title: titles.motivo, value: ({ motivo }) => motivo, width: '19rem' },
  {
    id: 'quien',
    title: titles.quien,
    value: (row) => row.usuario_nombre,
    cell: ({ usuario_id, usuario_nombre }) => <UsuarioLink id={usuario_id ?? null} nombre={usuario_nombre} />,
    width: '12rem',
  },
  moment('desde', dates),
];

/** Silences of a company in force or planned, with a button to end each. */
export function Component() {
  const choice = useChosenEmpresa();
  const { empresaId } = choice;
  const silences = useSilencesOf(empresaId);
  const subjects = useSubjects(empresaId);
  const actions = useSilenceActions();
  const confirm = useConfirm();
  const [creating, setCreating] = useState(false);
  const { nameOf } = subjects;
  const named = useCallback((row: Silencio): string => nameOf(keyOf(row)) ?? texts.reading, [nameOf]);
  const zone = useEmpresaZone(empresaId);
  const columns = useMemo(() => columnsOf(named, datesIn(zone)), [named, zone]);
  const failure = neverCame(silences) || choice.failure;
  const rows = silences.data ?? (failure || choice.none ? [] : undefined);

  const endIt = async (row: Silencio) => {
    const { question, accion, detalle, done, failure: failed } = end;
    if (!(await confirm({ text: question, accion, detalle: detalle(named(row)) }))) return;
    try {
      await actions.end(row.id);
      toast.success(done);
    } catch (error) {
      const said = failureOf(failed, error);
      toast.error(said.text, said.detalle);
    }
  };

  return (
    <InZone value={zone}>
      <AvisosPage title={texts.title} help={texts.help}>
        <DataTable
          from={empresaId}
          nombre="silencios"
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
            <Button size="xs" variant="outline" aria-label={end.label(named(row))} onClick={() => void endIt(row)}>
              {end.accion}
            </Button>
          )}
        />
        <ZoneNote />
        {creating && empresaId !== null && (
          <SilenceDialog empresaId={empresaId} timeZone={zone} subjects={subjects} onClose={() => setCreating(false)} />
        )}
      </AvisosPage>
    </InZone>
  );
}
