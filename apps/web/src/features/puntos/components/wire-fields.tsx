import { PULSO_MS, type PuntoDriver, SENSOR_LINES } from '@acequia/contracts';
import { Box, Input } from '@chakra-ui/react';
import type { UseFormReturn } from 'react-hook-form';
import { asNumber, FormField, Select } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { isOnI2c, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields, helps } = texts;

/** A contact, one that bounces for long, an electronic output; and what the point has now. */
const choicesOf = (now: number): number[] => [...new Set([PULSO_MS.usual, 100, 0, now])];

/** Where on a board of ours a sensor is: its pin, its address on a bus, or a register. */
export function WireFields({ form, driver }: { form: UseFormReturn<Values>; driver: PuntoDriver }) {
  const { register } = form;
  const { errors } = form.formState;
  const field = (nombre: 'pin' | 'at' | 'reg', help?: string) => (
    <FormField label={fields[nombre]} error={errors[nombre]} help={help} required>
      <NumberInput {...register(nombre, asNumber)} />
    </FormField>
  );
  const choice = <T extends string | number>(
    nombre: 'ms' | 'at' | 'ch' | 'fn' | 'format' | 'baud' | 'parity',
    options: readonly T[],
    textOf: (value: T) => string,
    help?: string,
  ) => (
    <FormField label={fields[nombre]} error={errors[nombre]} help={help} required>
      <Select {...register(nombre, typeof options[0] === 'number' ? asNumber : {})}>
        {(nombre === 'at' || nombre === 'ch') && <option value="">{texts.choose}</option>}
        {options.map((value) => (
          <option key={value} value={value}>
            {textOf(value)}
          </option>
        ))}
      </Select>
    </FormField>
  );

  if (driver === 'modbus') {
    const { fn, format, baud, parity } = SENSOR_LINES.modbus;
    return (
      <>
        {field('at', helps.modbus)}
        {field('reg', helps.reg)}
        {choice('fn', fn, (value) => texts.functions[value])}
        {choice('format', format, (value) => texts.formats[value])}
        {choice('baud', baud, String)}
        {choice('parity', parity, (value) => texts.parities[value])}
      </>
    );
  }
  if (isOnI2c(driver)) {
    const { addr, ch } = SENSOR_LINES[driver];
    return (
      <>
        {choice<number>('at', addr, texts.inHex, helps.i2c)}
        {choice<string>('ch', ch, (value) => texts.channels[value] ?? value)}
      </>
    );
  }
  return (
    <>
      {field('pin')}
      {driver === 'pulsos' && choice('ms', choicesOf(form.getValues('ms')), texts.outputs, helps.ms)}
      {driver === 'ds18b20' && (
        <Box gridColumn={{ sm: '1 / -1' }}>
          <FormField label={fields.rom} error={errors.rom} help={helps.rom} required>
            <Input {...register('rom')} autoComplete="off" spellCheck={false} />
          </FormField>
        </Box>
      )}
    </>
  );
}
