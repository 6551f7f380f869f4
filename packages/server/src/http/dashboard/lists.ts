import {
  CommissionPage,
  CustomerPage,
  EventPage,
  LinkPage,
  PageQuery,
  PartnerPage,
  ProcessorEventPage,
  ProgramPage,
  ProgramParams,
  responsesOf,
  SalePage,
  WorkspaceParams,
} from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { TSchema } from 'typebox';
import type { Permission } from '../../auth/permissions.js';
import type { Page, PageRequest } from '../../operations/keyset.js';
import { listCommissions } from '../../operations/list-commissions.js';
import { listCustomers } from '../../operations/list-customers.js';
import { listEvents } from '../../operations/list-events.js';
import { listLinks } from '../../operations/list-links.js';
import { listPartners } from '../../operations/list-partners.js';
import { listPrograms } from '../../operations/list-programs.js';
import { listSales } from '../../operations/list-sales.js';
import { listProcessorEvents } from '../../operations/processor/list-processor-events.js';
import { withoutValidation } from '../without-validation.js';
import { type DashboardContext, idFrom } from './access.js';
import { pageAnswer, readPageRequest } from './page-request.js';

/** A list under a workspace or a program, read page by page. */
interface ListRoute {
  readonly name: string;
  readonly under: 'workspaces' | 'programs';
  readonly permission: Permission;
  readonly summary: string;
  readonly answer: TSchema;
  readonly positionLength: number;
  read(pool: Pool, ownerId: number, request: PageRequest): Promise<Page<unknown>>;
}

const LISTS: readonly ListRoute[] = [
  {
    name: 'programs',
    under: 'workspaces',
    permission: 'program:read',
    summary: 'Programs of a workspace',
    answer: ProgramPage,
    positionLength: 1,
    read: listPrograms,
  },
  {
    name: 'processor-events',
    under: 'workspaces',
    permission: 'report:read',
    summary: 'Events of the card processor, with what came of each and why',
    answer: ProcessorEventPage,
    positionLength: 1,
    read: listProcessorEvents,
  },
  {
    name: 'partners',
    under: 'programs',
    permission: 'program:read',
    summary: 'Partners of a program',
    answer: PartnerPage,
    positionLength: 1,
    read: listPartners,
  },
  {
    name: 'links',
    under: 'programs',
    permission: 'program:read',
    summary: 'Referral links of a program',
    answer: LinkPage,
    positionLength: 1,
    read: listLinks,
  },
  {
    name: 'customers',
    under: 'programs',
    permission: 'report:read',
    summary: 'Customers of a program',
    answer: CustomerPage,
    positionLength: 2,
    read: listCustomers,
  },
  {
    name: 'sales',
    under: 'programs',
    permission: 'report:read',
    summary: 'Sales of a program',
    answer: SalePage,
    positionLength: 2,
    read: listSales,
  },
  {
    name: 'commissions',
    under: 'programs',
    permission: 'report:read',
    summary: 'Commissions of a program',
    answer: CommissionPage,
    positionLength: 2,
    read: listCommissions,
  },
  {
    name: 'events',
    under: 'programs',
    permission: 'report:read',
    summary: 'Clicks, leads, sales and refunds of a program in one list',
    answer: EventPage,
    positionLength: 3,
    read: listEvents,
  },
];

/** Serves every list: newest first, page by page. Contract section 5. */
export function registerLists(app: FastifyInstance, { database }: DashboardContext): void {
  for (const route of LISTS) {
    const ownerName = route.under === 'programs' ? 'programId' : 'workspaceId';
    app.get(`/api/${route.under}/:${ownerName}/${route.name}`, {
      config: { permission: route.permission },
      ...withoutValidation,
      schema: {
        tags: ['dashboard'],
        security: [{ session: [] }],
        summary: route.summary,
        params: route.under === 'programs' ? ProgramParams : WorkspaceParams,
        querystring: PageQuery,
        response: responsesOf(route.answer, [
          'limit_invalid',
          'cursor_invalid',
          'authentication_required',
          'not_found',
        ]),
      },
      handler: async (request) => {
        const ownerId = idFrom((request.params as Record<string, string>)[ownerName]) ?? 0;
        const list = { name: `${route.name} ${ownerId}`, positionLength: route.positionLength };
        const page = readPageRequest(request.query, list);
        return pageAnswer(await route.read(database.pool, ownerId, page), list);
      },
    });
  }
}
