import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Providers } from '../../app/providers.js';
import { DateInput } from './date-input.js';

const show = (node: ReactNode) => {
  const { container } = render(<Providers>{node}</Providers>);
  return {
    user: userEvent.setup(),
    field: screen.getByLabelText<HTMLInputElement>('Fecha'),
    seen: () => container.querySelector('.date-input-text')?.textContent,
  };
};

function Kept({ begin = '', asked = () => undefined }: { begin?: string; asked?: (value: string) => void }) {
  const [value, setValue] = useState(begin);
  const take = (next: string) => {
    asked(next);
    setValue(next);
  };
  return <DateInput aria-label="Fecha" value={value} onChange={({ target }) => take(target.value)} />;
}

describe('a date', () => {
  it('is read and written day first, and its value stays ISO', async () => {
    const { user, field, seen } = show(<Kept begin="2026-11-27" />);
    expect(seen()).toBe('27/11/2026');
    expect(field).toHaveAttribute('type', 'date');
    await user.click(field);
    await user.keyboard('03022031');
    expect(field).toHaveValue('2031-02-03');
    expect(seen()).toBe('03/02/2031');
  });

  it.each([
    ['3/2/31{Tab}', '2031-02-03'],
    ['9122026', '2026-12-09'],
    ['31122026{ArrowLeft}{ArrowLeft}{ArrowUp}', '2026-12-01'],
    ['31122026{Home}{Backspace}', ''],
    ['31022026', ''],
    ['{ArrowUp}{End}2026', ''],
  ])('after %s is "%s"', async (keys, value) => {
    const { user, field } = show(<Kept />);
    await user.tab();
    await user.keyboard(keys);
    expect(field).toHaveValue(value);
  });

  it('asks for nothing while its year is half written', async () => {
    const asked: string[] = [];
    const { user } = show(<Kept begin="2026-11-27" asked={(value) => asked.push(value)} />);
    await user.tab();
    await user.keyboard('{End}202');
    expect(asked).toEqual([]);
    await user.keyboard('7');
    expect(asked).toEqual(['2027-11-27']);
  });

  it('that is half written is refused, until it is whole or gone', async () => {
    const { user, field, seen } = show(<Kept />);
    await user.tab();
    await user.keyboard('27{Tab}');
    expect(seen()).toBe('27/mm/aaaa');
    expect(field.validity.customError).toBe(true);
    fireEvent.change(field, { target: { value: '2026-11-27' } });
    expect(seen()).toBe('27/11/2026');
    expect(field.validity.customError).toBe(false);
  });

  it.each(['5/1/2027', '2027-01-05', ' 05-01-2027 '])('takes the pasted %s', async (text) => {
    const { user, field } = show(<Kept />);
    await user.tab();
    await user.paste(text);
    expect(field).toHaveValue('2027-01-05');
  });

  it.each(['10/13/2026', '2026-13-10', '31/02/2026', 'mañana'])('takes nothing of a pasted %s', async (text) => {
    const { user, field } = show(<Kept begin="2026-11-27" />);
    await user.tab();
    await user.paste(text);
    expect(field).toHaveValue('2026-11-27');
  });

  it('belongs to a form as any input does', async () => {
    const saved: unknown[] = [];
    function Form() {
      const { register, handleSubmit } = useForm({ defaultValues: { dia: '2026-11-27' } });
      return (
        <form onSubmit={(event) => void handleSubmit((values) => saved.push(values))(event)}>
          <DateInput aria-label="Fecha" {...register('dia')} />
          <button>Guardar</button>
        </form>
      );
    }
    const { user, seen } = show(<Form />);
    expect(seen()).toBe('27/11/2026');
    await user.tab();
    await user.keyboard('28');
    await user.click(screen.getByText('Guardar'));
    expect(saved).toEqual([{ dia: '2026-11-28' }]);
  });
});

it.each([
  ['time', '1530', '15:30', '15:30'],
  ['month', '32027', '03/2027', '2027-03'],
  ['datetime-local', '271120260705', '27/11/2026 07:05', '2026-11-27T07:05'],
] as const)('%s is written without AM, PM or names of another language', async (type, keys, text, value) => {
  const { user, field, seen } = show(<DateInput aria-label="Fecha" type={type} />);
  await user.tab();
  await user.keyboard(keys);
  expect(field).toHaveValue(value);
  expect(seen()).toBe(text);
});
