import type { EmpresaOption, Placa, Switch } from '@acequia/contracts';
import { Box, Center, Stack } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { toast } from '../../../components/toasts.js';
import { useConfirm } from '../../../components/confirm.js';
import { readUsuario } from '../../../lib/session.js';
import { DeleteButton } from '../../../components/form/state-actions.js';
import { SwitchField } from '../../../components/form/fields.js';
import { Conflict } from '../../../components/form/conflict.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { BackButton } from '../../../components/page.js';
import { useSwitchActions } from '../api/switches.js';
import {
  toSwitches,
  blocksOf,
  panelField,
  panelOf,
  ValidPanel,
  emptyPanel,
  type PanelForm,
} from '../lib/panel-form.js';
import { writtenLimit } from '../lib/limit.js';
import { usedPins } from '../lib/pins.js';
import { texts } from '../textos.js';
import { yesNo } from '../../../lib/format/format.js';
import { SingleBlock, PairBlock } from './blocks.js';
import { EditedSwitchContext } from './flow-field.js';
import { PanelHeading } from './panel-heading.js';
import { ChosenPlacaContext } from './pin-field.js';

interface Props {
  /** Null: a new panel. */
  one: Switch | null;
  /** The same switch as the list holds it now: newer when another person saved. */
  saved: Switch | undefined;
  empresa: EmpresaOption;
  /** All switches of the company, for the pins in use. */
  switches: readonly Switch[];
  /** The boards; undefined until they load. */
  placas: readonly Placa[] | undefined;
  onClose: () => void;
  /** Instead of closing it, once the switch is gone. */
  onDeleted?: () => void;
}

/** Creates a panel of pairs and individual switches, or edits one switch; both use the bulk call (SWI-3). */
export function PanelDialog(props: Props) {
  const { one, saved, empresa: onOpened, switches, placas, onClose, onDeleted = onClose } = props;
  // Keep the company: the browser's Back may choose another one behind the dialog.
  const [empresa] = useState(onOpened);
  const form = useForm<PanelForm>({
    defaultValues: one ? panelOf(one) : emptyPanel(),
    resolver: resolverOf(ValidPanel),
  });
  const edit = useEdit(form, (campo) => panelField(form.getValues(), campo));
  const actions = useSwitchActions();
  const confirm = useConfirm();
  const { control } = form;
  const [n_pairs, n_singles, placa] = useWatch({ control, name: ['n_pairs', 'n_singles', 'dispositivo_id'] });
  const blocks = blocksOf({ n_pairs, n_singles });
  const dialecto = placas?.find(({ id }) => id === placa)?.dialecto ?? 'acequia';
  const chosen = useMemo(
    () => ({
      dialecto,
      used: usedPins(switches, placa, one?.id ?? null),
      had: usedPins(switches, placa, null),
    }),
    [dialecto, switches, placa, one],
  );

  const submit = form.handleSubmit(async (panel) => {
    // A number without a board is a new board or a typing error.
    const numero = panel.dispositivo_id;
    const unknown = numero !== null && placas !== undefined && !placas.some(({ id }) => id === numero);
    const registers = unknown && readUsuario()?.rol === 'admin_global';
    if (registers && !(await confirm(texts.placa.registerBoards(numero, empresa.nombre)))) return;
    let avisos: readonly string[] = [];
    const task = async () => {
      ({ avisos } = await actions.save({ switches: toSwitches(panel, empresa.id, one) }));
    };
    const done = one ? texts.saved.edited : texts.saved.fresh;
    if (!(await edit.save(task, { done, failure: texts.saveError }))) return;
    if (avisos.length > 0) toast.attention(texts.avisos, avisos.join('\n'));
    onClose();
  });

  return (
    <FormDialog
      title={one ? texts.dialog.edit : texts.dialog.fresh}
      width={900}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      actions={
        <>
          <BackButton>{texts.goBack}</BackButton>
          {one && (
            <DeleteButton
              edit={edit}
              nombre={`${one.zona} - ${one.nombre}`}
              texts={texts.eliminar}
              task={() => actions.eliminar(one.id)}
              onDone={onDeleted}
            />
          )}
        </>
      }
    >
      <FormProvider {...form}>
        <ChosenPlacaContext value={chosen}>
          <Conflict
            edit={edit}
            saved={saved && panelOf(saved)}
            submit={submit}
            fields={COMPARED_FIELDS}
            compare={flat}
          />
          <Stack gap="5">
            <PanelHeading empresa={empresa} placas={placas} editing={one !== null} />
            {one && (
              <Box>
                <SwitchField
                  control={control}
                  nombre="activo"
                  label={texts.fields.activo}
                  offHelp={one.activo === 1 ? texts.inactiveHelp : undefined}
                />
              </Box>
            )}
            {enumerate(blocks.pairs).map((index) => (
              <PairBlock key={`par-${index}`} index={index} />
            ))}
            <EditedSwitchContext value={one}>
              {enumerate(blocks.singles).map((index) => (
                <SingleBlock key={`individual-${index}`} index={index} />
              ))}
            </EditedSwitchContext>
            {blocks.pairs + blocks.singles === 0 && (
              <Center borderWidth="1px" borderStyle="dashed" rounded="lg" py="8" px="6" color="fg.muted">
                {texts.dialog.empty}
              </Center>
            )}
          </Stack>
        </ChosenPlacaContext>
      </FormProvider>
    </FormDialog>
  );
}

const enumerate = (length: number): number[] => Array.from({ length: length }, (_, index) => index);

const { fields } = texts;
const COMPARED_FIELDS = {
  dispositivo: fields.dispositivo,
  zona: fields.zona,
  nombre: fields.nombreIndividual,
  tipo: fields.tipoIndividual,
  pin: fields.pin,
  limit: fields.limit,
  caudal: fields.caudal,
  sensor: fields.sensor,
  sensorPin: fields.sensorPin,
  activo: fields.activo,
};

/** The switch of an editing form, flattened for comparison. */
function flat(panel: PanelForm) {
  const [block] = panel.singles;
  return {
    dispositivo: panel.dispositivo_id,
    zona: block?.zona,
    nombre: block?.one.nombre,
    tipo: block?.one.tipo,
    pin: block?.one.hardware_pin,
    limit: writtenLimit(block?.one.max_encendido_s ?? null) ?? texts.limit.esDelTipo,
    caudal: block?.one.caudal_m3h,
    sensor: yesNo(block?.tiene_sensor),
    sensorPin: block?.sensor_pin,
    activo: yesNo(panel.activo),
  };
}
