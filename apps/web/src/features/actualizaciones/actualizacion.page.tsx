import type { ActualizacionDetalle, PlacaEnActualizacion } from '@acequia/contracts';
import { Button, chakra, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Age } from '../../components/age.js';
import { Card } from '../../components/card.js';
import { useConfirm } from '../../components/confirm.js';
import { DetailFrame, DetailHeading } from '../../components/detail.js';
import { failureOf } from '../../components/form/failure.js';
import { ClockIcon } from '../../components/icons.js';
import type { Column } from '../../components/table/column.js';
import { DataTable } from '../../components/table/table.js';
import { TextLink } from '../../components/text-link.js';
import { toast } from '../../components/toasts.js';
import { boardAddress } from '../../entities/addresses.js';
import { EmpresaLink } from '../../entities/empresa/empresa-link.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { useDates } from '../../lib/time/shown-zone.js';
import { useActualizacion, useActualizacionActions } from './api/actualizaciones.js';
import { Olas } from './components/olas.js';
import { boardState, needsLook, stateOf, titleOf } from './lib/words.js';
import { texts } from './textos.js';

const { columns: titles, one: t } = texts;
/** Two lines of a reason. */
const ROW_HEIGHT = 56;

const columnsOf = (empresaOf: (id: number) => string): Column<PlacaEnActualizacion>[] => [
  {
    id: 'placa',
    title: titles.placa,
    value: ({ numero }) => numero,
    cell: ({ numero }) => <TextLink to={boardAddress({ id: numero })}>{numero}</TextLink>,
    width: '5rem',
    inCard: 'title',
  },
  {
    id: 'empresa',
    title: titles.empresa,
    value: ({ empresa_id }) => empresaOf(empresa_id),
    cell: ({ empresa_id }) => <EmpresaLink id={empresa_id} nombre={empresaOf(empresa_id)} />,
    width: '10rem',
    inCard: 'plain',
  },
  { id: 'ola', title: titles.ola, value: ({ ola }) => ola, width: '4rem', alignEnd: true },
  {
    id: 'estado',
    title: titles.estado,
    value: boardState,
    cell: (row) => (
      <chakra.span color={row.estado === 'fallo' ? 'fg.warning' : undefined}>{boardState(row)}</chakra.span>
    ),
    width: '22rem',
    twoLines: true,
    inCard: 'alone',
  },
  { id: 'antes', title: titles.antes, value: ({ antes }) => antes, width: '8rem' },
  { id: 'despues', title: titles.despues, value: ({ despues }) => despues, width: '8rem' },
  { id: 'desde', title: titles.desde, value: ({ ts }) => ts, cell: ({ ts }) => <Age ts={ts} />, width: '5rem' },
];

/** One rollout: where it stands, its olas, and how far each board is. */
export function Component() {
  const id = Number(useParams()['id']);
  const reading = useActualizacion(id);
  return (
    <DetailFrame
      back="/actualizaciones"
      backText={texts.title}
      notFound={t.notFound}
      failed={t.failed}
      reading={reading}
    >
      {reading.data && <Rollout rollout={reading.data} />}
    </DetailFrame>
  );
}

function Rollout({ rollout }: { rollout: ActualizacionDetalle }) {
  const empresas = useEmpresaOptions();
  const { dateTimeOf } = useDates();
  const names = useMemo(() => new Map(empresas.data?.map(({ id, nombre }) => [id, nombre])), [empresas.data]);
  const columns = useMemo(() => columnsOf((id) => names.get(id) ?? `#${id}`), [names]);
  const { id, usuario_nombre, creada_ts, listas, fallas, omitidas, placas } = rollout;
  return (
    <>
      <DetailHeading title={titleOf(rollout)} subtitle={t.began(usuario_nombre, dateTimeOf(creada_ts))}>
        <Button asChild variant="ghost" size="sm">
          <Link to={`/auditoria?entidad=actualizacion&entidad_id=${id}&entidad_nombre=${titleOf(rollout)}`}>
            <ClockIcon /> {t.audit}
          </Link>
        </Button>
        <Turns rollout={rollout} />
      </DetailHeading>
      <Card>
        <Text fontSize="lg" fontWeight="600" color={needsLook(rollout) ? 'fg.warning' : undefined} data-estado>
          {stateOf(rollout)}
        </Text>
        <Text color="fg.muted" mb="4">
          {t.counts(listas, fallas, omitidas)}
        </Text>
        <Olas rollout={rollout} />
      </Card>
      <Card>
        <DataTable
          from={id}
          nombre="placas"
          rows={placas}
          columns={columns}
          keyOf={keyOf}
          empty={t.noBoards}
          rowHeight={ROW_HEIGHT}
        />
      </Card>
    </>
  );
}

const keyOf = ({ placa_id }: PlacaEnActualizacion): number => placa_id;

/** Pausar, Seguir and Detener, while they mean something. */
function Turns({ rollout: { id, estado } }: { rollout: ActualizacionDetalle }) {
  const { turn } = useActualizacionActions();
  const confirm = useConfirm();
  const ask = async (verb: 'pausar' | 'seguir' | 'detener') => {
    const { accion, done, failure } = t.turn[verb];
    const question = verb === 'seguir' ? t.resume : t.stop;
    const danger = verb === 'detener';
    if (verb !== 'pausar' && !(await confirm({ text: question.question, detalle: question.detail, accion, danger })))
      return;
    try {
      await turn({ id, verb });
      toast.success(done);
    } catch (error) {
      const said = failureOf(failure, error);
      toast.error(said.text, said.detalle);
    }
  };
  if (estado !== 'activa' && estado !== 'pausada') return null;
  const other = estado === 'activa' ? 'pausar' : 'seguir';
  return (
    <>
      <Button size="sm" colorPalette="campo" onClick={() => void ask(other)}>
        {t.turn[other].accion}
      </Button>
      <Button size="sm" variant="outline" colorPalette="teja" onClick={() => void ask('detener')}>
        {t.turn.detener.accion}
      </Button>
    </>
  );
}
