import type { Programa } from '@acequia/contracts';
import { Box, IconButton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Sheet } from '../../components/dialog.js';
import { EditableList } from '../../components/editable-list.js';
import { ControlsIcon } from '../../components/icons.js';
import { FormField, Options, Select } from '../../components/form/fields.js';
import type { Column } from '../../components/table/column.js';
import { dispositivosOfEmpresa } from '../../entities/dispositivo/dispositivos.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { switchesOfEmpresa } from '../../entities/switch/switches.js';
import { useAddress } from '../../lib/address.js';
import { dateTimeOf } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useNoRegar, useProgramas } from './api/programas.js';
import { ProgramaButtons } from './components/programa-buttons.js';
import { ProgramaDialog } from './components/programa-dialog.js';
import { TurnoList } from './components/turno-list.js';
import { daysText, startsText, stateText } from './lib/describe.js';
import { texts } from './textos.js';

const titles = texts.columns;

const columns: Column<Programa>[] = [
  { id: 'nombre', title: titles.nombre, value: ({ nombre }) => nombre, ancho: '13rem', inCard: 'titulo' },
  { id: 'dias', title: titles.dias, value: ({ dias }) => daysText(dias), ancho: '13rem' },
  { id: 'inicios', title: titles.inicios, value: ({ inicios }) => startsText(inicios), ancho: '11rem' },
  {
    id: 'proximo',
    title: titles.proximo,
    value: ({ proximo }) => proximo,
    cell: ({ proximo }) => (proximo === null ? texts.never : dateTimeOf(proximo)),
    inCsv: ({ proximo }) => dateTimeOf(proximo),
    ancho: '10rem',
  },
  {
    id: 'via',
    title: titles.via,
    value: ({ vias }) => vias.map((via) => texts.vias[via]).join(', '),
    ancho: '10rem',
  },
  { id: 'estado', title: titles.estado, value: stateText, ancho: '10rem' },
];

/** Programs of a company, what they do today, and the way to write one. */
export function Component() {
  const selection = useEmpresaOptions();
  const { data: empresas = [], isSuccess } = selection;
  const { params, change } = useAddress();
  const empresa = empresas.find(({ id }) => String(id) === params.get('empresa')) ?? empresas[0];
  const empresaId = empresa?.id ?? null;
  const programas = useProgramas(empresaId, empresaId !== null);
  const [operatedId, setOperated] = useState<number | null>(null);
  const operated = programas.data?.find(({ id }) => id === operatedId);
  const noRegar = useNoRegar(empresaId, empresaId !== null);
  const switches = useQuery(switchesOfEmpresa(empresaId));
  const dispositivos = useQuery(dispositivosOfEmpresa(empresaId));

  const targets = useMemo(
    () => [
      ...(switches.data ?? []).map(({ id, zona, nombre }) => ({ objeto: `s${id}`, nombre: `${zona} - ${nombre}` })),
      ...(dispositivos.data ?? []).map(({ id, nombre }) => ({ objeto: `d${id}`, nombre })),
    ],
    [switches.data, dispositivos.data],
  );
  const nameOf = (objeto: string): string => targets.find((each) => each.objeto === objeto)?.nombre ?? objeto;
  const flowOf = (id: number): number | null => switches.data?.find((each) => each.id === id)?.caudal_m3h ?? null;
  const failure = neverCame(programas) || neverCame(selection);
  const rows = programas.data ?? (failure || (isSuccess && !empresa) ? [] : undefined);

  return (
    <>
      <EditableList
        title={texts.title}
        over={
          <>
            <Text color="fg.muted" maxW="70ch">
              {texts.help}
            </Text>
            <Box maxW={{ sm: '22rem' }}>
              <FormField label={texts.empresa} disabled={empresas.length === 0}>
                <Select
                  value={empresaId ?? ''}
                  onChange={({ target }) => change({ empresa: target.value, page: '' }, true)}
                >
                  <Options from={empresas} />
                </Select>
              </FormField>
            </Box>
            {noRegar.data?.map(({ id, hasta, motivo }) => (
              <Text key={id} role="status" color="fg.warning" fontWeight="600">
                {texts.noRegar(dateTimeOf(hasta), motivo)}
              </Text>
            ))}
            {empresaId !== null && <TurnoList empresaId={empresaId} nameOf={nameOf} />}
          </>
        }
        from={empresaId}
        nombre="programas"
        rows={rows}
        columns={columns}
        empty={failure ? texts.noRows : texts.empty}
        texts={texts}
        creatable={empresaId !== null && switches.data !== undefined}
        actions={({ id, nombre }) => (
          <IconButton variant="ghost" size="sm" aria-label={texts.operate(nombre)} onClick={() => setOperated(id)}>
            <ControlsIcon />
          </IconButton>
        )}
        dialog={({ registration, saved, closeIt }) =>
          empresaId !== null && (
            <ProgramaDialog
              one={registration}
              saved={saved}
              empresaId={empresaId}
              targets={targets}
              flowOf={flowOf}
              onClose={closeIt}
            />
          )
        }
      />
      {operated && (
        <Sheet title={operated.nombre} ancho={420} onClose={() => setOperated(null)}>
          <Text color="fg.muted" mb="3">
            {stateText(operated)}. {texts.columns.proximo}:{' '}
            {operated.proximo === null ? texts.never : dateTimeOf(operated.proximo)}
          </Text>
          <ProgramaButtons programa={operated} />
        </Sheet>
      )}
    </>
  );
}
