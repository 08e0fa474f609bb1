import type { Family } from '@vestry/contract/calls/families.ts'
import { Link } from 'react-router'
import type { OwnRole } from '../auth/use-own-role.ts'
import { church } from '../console-config.ts'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import type { Column } from '../ui/list/list-table.tsx'
import type { RowAction } from '../ui/list/row-menu.tsx'
import { IconPencil, IconPrinter, IconTrash } from '../ui/look/icons.ts'
import { ContactLinks } from '../ui/people/contact-links.tsx'
import { FormLink } from '../ui/return-link.tsx'
import { fullName } from './family-form-fields.ts'
import classes from './family-list.module.css'
import { makeFamilyCard } from './make-family-card.tsx'

export function familyColumns(mayChange: boolean): Column<Family, never>[] {
  return [
    {
      key: 'name',
      title: t('families.page.column.name'),
      heads: true,
      width: 14,
      cell: ({ id, name }) =>
        mayChange ? (
          <FormLink className={classes.name} to={paths.family(id)}>
            {name}
          </FormLink>
        ) : (
          name
        ),
    },
    {
      key: 'adults',
      title: t('families.page.column.adults'),
      cell: ({ adults }) => (
        <ul className={classes.people}>
          {adults.map((adult) => (
            <li key={adult.id}>
              <span>{fullName(adult)}</span>
              <span className={classes.phone}>
                <ContactLinks contact={adult.phone} none="" />
              </span>
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'children',
      title: t('families.page.column.children'),
      width: 18,
      cell: ({ children }) => (
        <ul className={classes.children}>
          {children.map((child) => (
            <li key={child.id}>
              <Link to={paths.attendee(child.id)}>{fullName(child)}</Link>
            </li>
          ))}
        </ul>
      ),
    },
  ]
}

export function familyActions(
  remove: (family: Family) => Promise<boolean>,
  { may }: OwnRole,
): RowAction<Family>[] {
  return [
    {
      key: 'edit',
      title: t('families.page.list.edit'),
      icon: <IconPencil size={16} aria-hidden />,
      to: ({ id }) => paths.family(id),
    },
    {
      key: 'card',
      title: t('families.page.list.card'),
      icon: <IconPrinter size={16} aria-hidden />,
      overflow: true,
      when: () => church().door,
      run: makeFamilyCard,
    },
    {
      key: 'delete',
      title: t('families.page.list.delete'),
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      when: () => may('delete'),
      run: remove,
    },
  ]
}
