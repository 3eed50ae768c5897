import { TIPOS_SWITCH, type Placa, type PlacaDetalle, type Switch, type TipoSwitch } from '@acequia/contracts';
import { Box, Button, Checkbox, Flex, Grid, Input, Link as StyledLink, Skeleton, Stack, Text } from '@chakra-ui/react';
import { checkboxSlotRecipe } from '@chakra-ui/react/theme';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { FormField, Select } from '../../../../components/form/fields.js';
import { FailureNotice } from '../../../../components/form/form-dialog.js';
import { useEdit } from '../../../../components/form/use-edit.js';
import { StateChip } from '../../../../components/state-chip.js';
import { Unread } from '../../../../components/unread.js';
import { useSavePins } from '../../api/first-steps.js';
import { pinRows, switchesOfPins, type PinRow } from '../../lib/pin-rows.js';
import { texts } from '../../textos-first-steps.js';
import { texts as placaTexts } from '../../textos.js';

const { pins: t } = texts;

type Detail = Pick<PlacaDetalle, 'pines' | 'sensores'>;

interface Props {
  placa: Placa;
  /** Undefined until it is read. */
  detail: Detail | undefined;
  switches: readonly Switch[];
  /** Reads the detail again; undefined unless it could not be read. */
  onRetry: (() => unknown) | undefined;
}

/** Gives a name and a type to each relay that the board has just reported. */
export function PinsStep({ placa, detail, switches, onRetry }: Props) {
  return (
    <Stack gap="3">
      {detail ? (
        <Pins {...{ placa, detail, switches }} />
      ) : onRetry ? (
        <Unread text={placaTexts.board.failed} onRetry={onRetry} />
      ) : (
        <Skeleton h="12" />
      )}
      <StyledLink asChild alignSelf="start" color="fg.muted" fontSize="sm">
        <Link to={`/switches?empresa=${placa.empresa_id}`}>{t.other}</Link>
      </StyledLink>
    </Stack>
  );
}

function Pins({ placa, detail, switches }: Pick<Props, 'placa' | 'switches'> & { detail: Detail }) {
  const free = pinRows(detail, switches, placa);
  if (free.length > 0) return <PinForm {...{ placa, switches, free }} sensors={detail.sensores} />;
  const note =
    detail.pines.length + detail.sensores.length === 0 ? t.none : detail.pines.length === 0 ? t.onlySensors : t.allUsed;
  return <Text color="fg.muted">{note}</Text>;
}

interface FormProps {
  placa: Placa;
  switches: readonly Switch[];
  free: readonly PinRow[];
  sensors: PlacaDetalle['sensores'];
}

function PinForm({ placa, switches, free, sensors }: FormProps) {
  const [zona, setZona] = useState(placa.sitio || t.defaultZona);
  // What the person changed, by pin: a pin that the board reports later joins the rows without losing them.
  const [changed, setChanged] = useState<ReadonlyMap<number, Partial<PinRow>>>(new Map());
  const rows = free.map((row) => ({ ...row, ...changed.get(row.pin), estado: row.estado }));
  const change = (pin: number, part: Partial<PinRow>) =>
    setChanged((before) => new Map(before).set(pin, { ...before.get(pin), ...part }));
  const edit = useEdit(useForm());
  const save = useSavePins();
  const wanted = switchesOfPins(rows, placa, zona, switches);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void edit.save(() => save({ switches: wanted }), { done: t.saved, failure: t.failure });
      }}
    >
      <Stack gap="3">
        <Box maxW="20rem">
          <FormField label={t.zona} required>
            <Input value={zona} maxLength={120} onChange={({ target }) => setZona(target.value)} />
          </FormField>
        </Box>
        <Stack as="ul" listStyleType="none" gap="2">
          {rows.map((row) => (
            <PinLine key={row.pin} row={row} sensors={sensors} change={(part) => change(row.pin, part)} />
          ))}
        </Stack>
        {edit.failure && <FailureNotice failure={edit.failure} />}
        <Flex>
          <Button type="submit" colorPalette="campo" disabled={edit.busy || wanted.length === 0}>
            {t.save(wanted.length)}
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

interface LineProps {
  row: PinRow;
  sensors: PlacaDetalle['sensores'];
  change: (part: Partial<PinRow>) => void;
}

function PinLine({ row: { pin, estado, wanted, nombre, tipo, sensor }, sensors, change }: LineProps) {
  return (
    <Grid
      as="li"
      templateColumns={{ base: '1fr', md: '11rem minmax(0, 1.4fr) 9rem 11rem' }}
      gap="2"
      alignItems="center"
      borderWidth="1px"
      rounded="md"
      p="2.5"
    >
      <Flex gap="2.5" align="center">
        <Checkbox.Root
          recipe={checkboxSlotRecipe}
          checked={wanted}
          colorPalette="campo"
          onCheckedChange={({ checked }) => change({ wanted: checked === true })}
        >
          <Checkbox.HiddenInput />
          <Checkbox.Control />
          <Checkbox.Label whiteSpace="nowrap" title={t.wanted(pin)}>
            {t.pin(pin)}
          </Checkbox.Label>
        </Checkbox.Root>
        <StateChip estado={estado} />
      </Flex>
      <Input
        aria-label={t.nombre(pin)}
        value={nombre}
        maxLength={120}
        disabled={!wanted}
        onChange={({ target }) => change({ nombre: target.value })}
      />
      <Select
        aria-label={t.tipo(pin)}
        value={tipo}
        onChange={({ target }) => change({ tipo: target.value as TipoSwitch })}
      >
        {TIPOS_SWITCH.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      <Select
        aria-label={t.sensor(pin)}
        value={sensor ?? ''}
        onChange={({ target }) => change({ sensor: target.value === '' ? null : Number(target.value) })}
      >
        <option value="">{t.noSensor}</option>
        {sensors.map((one) => (
          <option key={one.pin} value={one.pin}>
            {t.sensorPin(one.pin)}
          </option>
        ))}
      </Select>
    </Grid>
  );
}
