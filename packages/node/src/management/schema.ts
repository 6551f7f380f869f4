// Written by `npm run generate` from the description of the service; edit packages/contract and the operations instead.
export interface paths {
    "/api/programs/{programId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Clicks, leads, sales and refunds of a program in one list */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bonuses and deductions of partners */
        get: operations["listAdjustments"];
        put?: never;
        /** Give a partner a bonus, or deduct an amount below zero */
        post: operations["createAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/adjustments/{id}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reverse an adjustment by one of the opposite amount; the answer names it in `reversed_by_id` */
        post: operations["reverseAdjustment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/application-questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the program asks of people who apply, beside name and email address */
        get: operations["readApplicationQuestions"];
        /** Set what the program asks of people who apply; answers that were given stay as they are */
        put: operations["setApplicationQuestions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Files and texts that a program offers its partners */
        get: operations["listAssets"];
        put?: never;
        /** Add a file or a text for partners */
        post: operations["createAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/assets/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The file of an asset */
        get: operations["downloadAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/assets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename an asset, change its text, or archive it so that partners no longer see it */
        patch: operations["updateAsset"];
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who changed what */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/audit/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One entry of the audit log */
        get: operations["readAuditEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the workspace looks to its partners: name, accent colour and logo */
        get: operations["readBranding"];
        /** Set the name and the accent colour that partners see */
        put: operations["setBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/branding/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the logo that partners see, in place of the one before */
        put: operations["setLogo"];
        post?: never;
        /** Remove the logo that partners see */
        delete: operations["removeLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/breakdown.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A breakdown as a CSV file, with up to 1,000 values */
        get: operations["downloadBreakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/breakdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a period brought by parameter, referrer, landing page, link, partner or code */
        get: operations["readBreakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/claims/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a claim; `action` corrects the books with it, which takes `commission:write` */
        post: operations["answerClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sales that partners say are missing, with what the books say */
        get: operations["listClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/claims/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One claim, with what the books say */
        get: operations["readClaim"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Codes of a program */
        get: operations["listCodes"];
        put?: never;
        /** Create a code of an approved partner */
        post: operations["createCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/codes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A code */
        get: operations["readCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Turn a code off and on, or change which discounts of the payment provider belong to it */
        patch: operations["updateCode"];
        trace?: never;
    };
    "/api/programs/{programId}/commissions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hold, release or reject many commissions, each with its own result */
        post: operations["changeCommissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commissions/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why a commission is what it is */
        get: operations["explainCommission"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commissions/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hold a pending or payable commission back */
        post: operations["holdCommission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Commissions of a program */
        get: operations["listCommissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commissions/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is left of commissions, by currency and status */
        get: operations["readCommissionTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commissions/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a commission that is in no payout, for good; the partner sees the reason */
        post: operations["rejectCommission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commissions/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Release a held commission */
        post: operations["releaseCommission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The company that issues statements to partners */
        get: operations["readCompany"];
        /** Set the company that issues statements to partners, for payouts created from now on */
        put: operations["setCompany"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/customers/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assign a customer to a partner, for later sales or for the sales so far, too; with `preview`, only show what would change */
        post: operations["assignCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/customers/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erase key, address, URLs and referrers of a customer everywhere; sales and commissions stay. It cannot be undone */
        post: operations["eraseCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Customers of a program */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A customer with all that happened, the oldest first */
        get: operations["readCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/event-feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events of a workspace in the order of their numbers, from any number on */
        get: operations["readEventFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/events/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an event of any type, in test mode */
        post: operations["triggerEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Groups of partners of a program */
        get: operations["listGroups"];
        put?: never;
        /** Add a group of partners, with a commission rule of its own or without */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a group; its partners earn by their own rule or that of the program from now on */
        delete: operations["removeGroup"];
        options?: never;
        head?: never;
        /** Rename a group of partners, or change its commission rule for sales from now on */
        patch: operations["updateGroup"];
        trace?: never;
    };
    "/api/programs/{programId}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was imported into a program from other systems */
        get: operations["listImports"];
        put?: never;
        /** Import partners, customers and history of another system; with `preview`, only say what would be imported */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/integration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far the integration is: what was tested, and what is live */
        get: operations["readIntegration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/test-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test click, lead or sale, with those that it needs before it */
        post: operations["sendTestEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** API keys of a program, with their last use */
        get: operations["listApiKeys"];
        put?: never;
        /** Create an API key, which is shown only in this answer */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a key in place of another, which goes on for a while */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Referral links of a program */
        get: operations["listLinks"];
        put?: never;
        /** Create a referral link of an approved partner */
        post: operations["createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A referral link */
        get: operations["readLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change where a link leads, or turn it off and on */
        patch: operations["updateLink"];
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/management-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Management keys of a workspace, with their last use */
        get: operations["listManagementKeys"];
        put?: never;
        /** Create a management key, which is shown only in this answer */
        post: operations["createManagementKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/management-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a management key */
        delete: operations["revokeManagementKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/management-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a management key in place of another, which goes on for a while */
        post: operations["rotateManagementKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partner-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a message to partners, in the portal and by email; with a preview of who gets it */
        post: operations["createPartnerMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Messages that a partner got from the team, newest first */
        get: operations["listMessagesToPartner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the team wrote about a partner for itself, newest first */
        get: operations["listPartnerNotes"];
        put?: never;
        /** Write a note about a partner, for the team alone */
        post: operations["createPartnerNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/{id}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a note about a partner that one wrote oneself */
        delete: operations["deletePartnerNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve, reject, suspend, invite, group or tag many partners, or set their rule; with a preview */
        post: operations["changePartners"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partner-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many partners of a program there are in each status */
        get: operations["countPartners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite the partners of a CSV file; with `preview`, only say what its rows come to */
        post: operations["importPartners"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Partners of a program, with what they brought in a period */
        get: operations["listPartners"];
        put?: never;
        /** Invite a partner, who is approved at once */
        post: operations["invitePartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partner-tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tags of the partners of a program, the most used ones first */
        get: operations["listPartnerTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A partner with figures, balances, links, rules and history */
        get: operations["readPartner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Approve, reject or suspend a partner, or give one another name, group or other tags */
        patch: operations["updatePartner"];
        trace?: never;
    };
    "/api/programs/{programId}/partners/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a partner another invitation to sign in */
        post: operations["reinvitePartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/processor/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start to connect an account of the card processor, in place of the one that is connected: gives the page to send the person to, who has to return from it in the same browser session */
        post: operations["connectProcessor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/processor/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disconnect the account of the card processor; what was recorded stays */
        post: operations["disconnectProcessor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/processor-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events of the payment providers, with the result of each and its reason */
        get: operations["listProcessorEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/processor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The connection with an account of the card processor */
        get: operations["readProcessorConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/processor-coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How much of what was paid at the card processor carried the metadata to credit it */
        get: operations["readProcessorCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/processor-events/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Process an event again that failed or was ignored */
        post: operations["replayProcessorEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/payment-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The connections to payment providers */
        get: operations["listPaymentConnections"];
        put?: never;
        /** Connect an account at a payment provider by a restricted key */
        post: operations["createPaymentConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/payment-connections/key-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page of a payment provider that makes a key with the permissions that a connection needs */
        get: operations["readKeyLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/payment-connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A connection to a payment provider, with what keeps it from working */
        get: operations["readPaymentConnection"];
        put?: never;
        post?: never;
        /** Disconnect an account at a payment provider: its endpoint and its key go, what was recorded stays */
        delete: operations["removePaymentConnection"];
        options?: never;
        head?: never;
        /** Change a connection to a payment provider, or replace its key or its signing secret */
        patch: operations["updatePaymentConnection"];
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/payment-connections/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the payment provider how a connection stands, and repair what can be repaired */
        post: operations["checkPaymentConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payouts/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel an open payout: what it paid is payable again */
        post: operations["cancelPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payout-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Payout runs of a program */
        get: operations["listPayoutRuns"];
        put?: never;
        /** Create an open payout for each partner who is due, or for some of them; skips partners whose payout details changed */
        post: operations["createPayoutRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/{id}/statements/{month}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a partner earned in a month (such as 2026-11) as a PDF file */
        get: operations["downloadMonthPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payout-runs/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The open payouts of a run in one payment file, as CSV; each download is recorded */
        get: operations["downloadPayoutFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payouts/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The statement of a payout as a PDF file, with orders and rates */
        get: operations["downloadPayoutPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payout-runs/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The payment files of a run that were downloaded: who, when, SHA-256 and payouts */
        get: operations["listPayoutFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Payouts of a program */
        get: operations["listPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payouts/{id}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark an open payout as paid */
        post: operations["markPayoutPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payout-runs/{id}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark the open payouts of a run as paid; with a format, only those of that payment file */
        post: operations["markPayoutRunPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the programs of a workspace owe their partners, and how much of it can be paid now */
        get: operations["readBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payouts/due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is due to each partner, per currency */
        get: operations["readDue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payout-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A payout run with its payouts */
        get: operations["readPayoutRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payouts/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undo marking a payout as paid, within a minute */
        post: operations["reopenPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/payout-runs/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undo marking payouts of a run as paid, within a minute: those that one request marked */
        post: operations["reopenPayoutRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/members/{userId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End all sessions of a member */
        delete: operations["endMemberSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Invitations of a workspace, with what became of them */
        get: operations["listInvitations"];
        put?: never;
        /** Invite someone to be a member */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members of a workspace */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/email-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the email server of the service takes emails, or why not */
        get: operations["readEmailStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member; the answer names the management keys that stay */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /** Give a member another role */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an invitation */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/policy/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What each partner would have earned in a period under another attribution window, precedence or commission rule */
        post: operations["previewPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Archive a program: it earns nothing more, its keys take refunds only, its books stay */
        post: operations["archiveProgram"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/hosts/{host}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Look for the DNS record that proves a host, and use the host once it is there */
        post: operations["checkProgramHost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Programs of a workspace */
        get: operations["listPrograms"];
        put?: never;
        /** Create a program */
        post: operations["createProgram"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A program */
        get: operations["readProgram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the settings of a program */
        patch: operations["updateProgram"];
        trace?: never;
    };
    "/api/programs/{programId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an archived program back into use */
        post: operations["restoreProgram"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/cohorts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Cohorts as a CSV file */
        get: operations["downloadCohorts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/report.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The report as a CSV file, by day, partner or link */
        get: operations["downloadReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is left to set up, and what waits for somebody */
        get: operations["readAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/cohorts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Revenue, commissions and paying customers by the month of the first sale, month after month */
        get: operations["readCohorts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Totals, change, time series, funnel and best partners of a period */
        get: operations["readOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Totals of a program between two days (UTC), both included: by day, partner and link */
        get: operations["readReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/uncredited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Leads and sales of a period that nobody was credited with, by reason, and what to do about it */
        get: operations["readUncredited"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/{id}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a partner a commission rule of their own, or change it, for sales from now on */
        post: operations["changePartnerRule"];
        /** Let the rule of their group or of the program count for a partner again, for sales from now on */
        delete: operations["dropPartnerRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Versions of the commission rule of a program, or of one partner in it */
        get: operations["listRules"];
        put?: never;
        /** Change the commission rule of a program for sales from now on */
        post: operations["changeProgramRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the last 90 days would have cost under another commission rule */
        get: operations["previewRule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sales of a program */
        get: operations["listSales"];
        put?: never;
        /** Enter a sale that nobody reported, for a partner */
        post: operations["createSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/sales/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why a sale earned a commission, or none */
        get: operations["explainSale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/seals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Seals of the books: what shows later that nothing was changed */
        get: operations["listSeals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/seals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One seal of the books, by its number in the workspace */
        get: operations["readSeal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/security-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sign-ins, changes of how members sign in, keys used from new addresses, and exports */
        get: operations["listSecurityEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhooks of a workspace */
        get: operations["listWebhooks"];
        put?: never;
        /** Create a webhook; its secret is shown only in this answer */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was sent to a webhook, and what came of it */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A webhook */
        get: operations["readWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook with its deliveries */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /** Change, enable or disable a webhook */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send all events after a number again */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/webhooks/{id}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a new secret for a webhook; the old one also signs for 24 hours */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send webhook.test to a webhook */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A workspace, with the caller's role in it */
        get: operations["readWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename a workspace, set its time zone, or require two-factor authentication of its members */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        HealthAnswer: {
            status: string;
        };
        ErrorAnswer: {
            error: string;
        };
        EventItem: {
            /** @enum {unknown} */
            type: "click" | "lead" | "sale" | "refund";
            /** @description The number of the click; the id of the lead, sale or refund. */
            id: number;
            /** Format: date-time */
            occurred_at: string;
            test_mode: boolean;
            /** @description A click by a program that says it is one; not counted. */
            bot: boolean;
            click_id: string | null;
            partner_id: number | null;
            link_id: number | null;
            customer_id: number | null;
            customer_key: string | null;
            sale_id: number | null;
            transaction_id: string | null;
            amount_cents: number | null;
            currency: string | null;
        };
        EventPage: {
            data: components["schemas"]["EventItem"][];
            next_cursor: string | null;
        };
        AdjustmentCreate: {
            partner_id: number;
            amount_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** @description Shown to the partner. */
            reason: string;
            payable_at?: string | null;
        };
        AdjustmentItem: {
            id: number;
            partner_id: number;
            /** @description Below zero: a deduction. */
            amount_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** @description The partner reads it, too. */
            reason: string;
            /**
             * @description `paid`: it is in a payout, which paid the bonus or settled the deduction.
             * @enum {unknown}
             */
            status: "pending" | "payable" | "paid";
            /** Format: date-time */
            payable_at: string;
            payout_id: number | null;
            reverses_id: number | null;
            reversed_by_id: number | null;
            created_by: string;
            /** Format: date-time */
            created_at: string;
        };
        AdjustmentPage: {
            data: components["schemas"]["AdjustmentItem"][];
            next_cursor: string | null;
        };
        PartnerAdjustmentItem: {
            id: number;
            /** @description Below zero: a deduction. */
            amount_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** @description The partner reads it, too. */
            reason: string;
            /**
             * @description `paid`: it is in a payout, which paid the bonus or settled the deduction.
             * @enum {unknown}
             */
            status: "pending" | "payable" | "paid";
            /** Format: date-time */
            payable_at: string;
            payout_id: number | null;
            reverses_id: number | null;
            reversed_by_id: number | null;
            /** Format: date-time */
            created_at: string;
        };
        PartnerAdjustmentPage: {
            data: components["schemas"]["PartnerAdjustmentItem"][];
            next_cursor: string | null;
        };
        CustomerErase: {
            /** @description Shown to the partner. */
            reason: string;
        };
        ApplicationQuestion: {
            /** @description Follows from kind, label and choices: an edited question is another one. */
            id: string;
            /**
             * @description What an answer is: a line, several lines, one of the choices, `yes` or `no`.
             * @enum {unknown}
             */
            kind: "short_text" | "long_text" | "choice" | "yes_no";
            label: string;
            /** @description Two or more of a `choice`, none of the others. */
            choices: string[];
            is_required: boolean;
        };
        ApplicationQuestions: {
            /** @description In the order of the form. */
            questions: components["schemas"]["ApplicationQuestion"][];
        };
        ApplicationQuestionsInput: {
            /** @description No two with the same kind, label and choices. */
            questions: {
                /**
                 * @description What an answer is: a line, several lines, one of the choices, `yes` or `no`.
                 * @enum {unknown}
                 */
                kind: "short_text" | "long_text" | "choice" | "yes_no";
                label: string;
                /** @description Two or more of a `choice`, none of the others. */
                choices: string[];
                is_required: boolean;
            }[];
        };
        AssetCreate: {
            name: string;
            /** @description `{link}` stands for the link of the partner who reads it. */
            body?: string;
            /** @description Ends in png, jpg, jpeg, webp, gif, pdf, zip or txt, as the content is. */
            file_name?: string;
            /** @description The file in Base64, up to 5 MB. */
            content?: string;
        };
        AssetItem: {
            id: number;
            /** @enum {unknown} */
            kind: "file" | "text";
            name: string;
            body: string | null;
            file_name: string | null;
            media_type: string | null;
            size_bytes: number | null;
            /** @description Partners do not see it. */
            is_archived: boolean;
            /** Format: date-time */
            created_at: string;
        };
        AssetPage: {
            data: components["schemas"]["AssetItem"][];
            next_cursor: string | null;
        };
        PartnerAssetItem: {
            id: number;
            /** @enum {unknown} */
            kind: "file" | "text";
            name: string;
            body: string | null;
            file_name: string | null;
            media_type: string | null;
            size_bytes: number | null;
            /** Format: date-time */
            created_at: string;
        };
        PartnerAssetPage: {
            data: components["schemas"]["PartnerAssetItem"][];
            next_cursor: string | null;
        };
        AssetUpdate: {
            name?: string;
            /** @description `{link}` stands for the link of the partner who reads it. */
            body?: string;
            is_archived?: boolean;
        };
        AuditItem: {
            id: number;
            program_id: number | null;
            user_id: string | null;
            /** @description The address of the person who did it, or what did it: anonymous, provision file, payout schedule. */
            by: string;
            action: string;
            target_type: string;
            target_id: string;
            target_name: string | null;
            /** @description What fields such as `partner_id` in `before` and `after` refer to, by the names these things have now. */
            related: {
                type: string;
                id: number;
                name: string;
            }[];
            before: unknown;
            after: unknown;
            /** Format: date-time */
            occurred_at: string;
        };
        AuditPage: {
            data: components["schemas"]["AuditItem"][];
            next_cursor: string | null;
        };
        AccentShades: {
            light: {
                /** @description Text and lines. */
                color: string;
                /** @description Behind what is selected. */
                tint: string;
                /** @description Text on the tint. */
                on_tint: string;
            };
            dark: {
                /** @description Text and lines. */
                color: string;
                /** @description Behind what is selected. */
                tint: string;
                /** @description Text on the tint. */
                on_tint: string;
            };
        };
        Branding: {
            partner_name: string | null;
            accent_color: string | null;
            accent: components["schemas"]["AccentShades"] | null;
            logo_url: string | null;
        };
        BrandingInput: {
            partner_name: string | null;
            accent_color: string | null;
        };
        LogoInput: {
            /** @description A PNG, JPEG or WebP image in Base64, up to 200 KB. */
            content: string;
        };
        BreakdownAnswer: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description As `sort` says, else those with the most clicks first. The rows add up to `totals`. */
            data: {
                value: string | null;
                link_id?: number;
                partner_id?: number;
                /** @description Of the partner. */
                name?: string;
                clicks: number;
                /** @description One for each visitor, link and day (UTC). */
                unique_clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                commission_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** @description Customers per click; 0 without clicks. */
                conversion: number;
                /** @description Commission per click; 0 without clicks. */
                epc_cents: number;
                /** @description Revenue and commission in currencies other than that of the program. */
                other_currencies: {
                    /** @description ISO 4217, upper case. */
                    currency: string;
                    revenue_cents: number;
                    commission_cents: number;
                }[];
            }[];
            totals: {
                clicks: number;
                /** @description One for each visitor, link and day (UTC). */
                unique_clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                commission_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** @description Customers per click; 0 without clicks. */
                conversion: number;
                /** @description Commission per click; 0 without clicks. */
                epc_cents: number;
                /** @description Revenue and commission in currencies other than that of the program. */
                other_currencies: {
                    /** @description ISO 4217, upper case. */
                    currency: string;
                    revenue_cents: number;
                    commission_cents: number;
                }[];
            };
            /** @description The parameters that had values in the period, from any partner of the program. Not in the answer to a partner. */
            used?: ("sub1" | "sub2" | "sub3" | "sub4" | "sub5" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "referrer_host" | "landing_path" | "link" | "partner" | "code")[];
        };
        ClaimAnswerInput: {
            /** @enum {unknown} */
            status: "accepted" | "rejected";
            answer: string;
            action?: ({
                /** @enum {string} */
                type: "assign";
                customer_id: number;
                /**
                 * @description `now`: later sales go to the partner. `first_sale`: the sales so far do, too.
                 * @enum {unknown}
                 */
                from: "now" | "first_sale";
                /** @description Shown to the partner. */
                reason?: string;
            } | {
                /** @enum {string} */
                type: "sale";
                /** @description Unique, as for sales from the API. */
                transaction_id?: string;
                amount_cents: number;
                currency?: string | null;
                /** @description A new customer, or one whom nobody is credited for, is assigned to the partner. Any other customer stays with their partner for other sales. */
                customer_key: string;
                partner_id?: number;
                occurred_at?: string | null;
                /** @description Shown to the partner. */
                reason?: string;
            } | {
                /** @enum {string} */
                type: "adjustment";
                partner_id?: number;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** @description Shown to the partner. */
                reason?: string;
                payable_at?: string | null;
            }) | null;
        };
        ClaimItem: {
            id: number;
            partner_id: number;
            /** @description The customer's order, as the partner named it. */
            reference: string;
            note: string | null;
            /** @enum {unknown} */
            status: "open" | "accepted" | "rejected";
            /** @enum {unknown} */
            finding: "unknown_order" | "credited" | "no_commission" | "credited_elsewhere" | "test_sale";
            sale_id: number | null;
            answer: string | null;
            correction: {
                /** @enum {unknown} */
                type: "assign" | "sale" | "adjustment";
                amount_cents: number | null;
                currency: string | null;
                /** @description Of the customer who was assigned, the sale or the adjustment. */
                id: number;
            } | null;
            /** Format: date-time */
            created_at: string;
            answered_at: string | null;
        };
        ClaimCheck: {
            /** @description The customer's order. */
            reference: string;
        };
        ClaimChecked: {
            /** @enum {unknown} */
            finding: "unknown_order" | "credited" | "no_commission" | "credited_elsewhere" | "test_sale";
            claim_id: number | null;
            story: string[];
            /** @description What `story` says, to be shown in other words; none where no sale of the partner was found. */
            steps: ({
                /** @enum {string} */
                kind: "click";
                at: string | null;
                partner: string;
                short_link: string | null;
                test_mode: boolean;
                /** @description False: clicks of that month have been deleted. */
                is_kept: boolean;
                referrer: string | null;
                imported_from: string | null;
            } | {
                /** @enum {string} */
                kind: "code";
                partner: string;
                code: string;
            } | {
                /** @enum {string} */
                kind: "lead";
                at: string | null;
                test_mode: boolean;
                customer: string | null;
            } | {
                /** @enum {string} */
                kind: "credit";
                /** Format: date-time */
                at: string;
                /** @enum {unknown} */
                cause: "server_lead" | "server_sale" | "assigned";
                /** @enum {unknown} */
                effect: "before" | "this_sale" | "since";
                from: {
                    /** @enum {unknown} */
                    who: "nobody" | "you" | "another" | "partner";
                    name: string | null;
                    short_link: string | null;
                };
                to: {
                    /** @enum {unknown} */
                    who: "nobody" | "you" | "another" | "partner";
                    name: string | null;
                    short_link: string | null;
                };
                code: string | null;
                transaction_id: string | null;
                reason: string | null;
                by: string | null;
                /** @description This sale was recorded before, and assigned with the customer. */
                moves_sale: boolean;
            } | {
                /** @enum {string} */
                kind: "sale";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                tax_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                test_mode: boolean;
                /**
                 * @description `import`: recorded by another system, and imported from a file of it.
                 * @enum {unknown}
                 */
                source: "api" | "processor" | "import";
                transaction_id: string | null;
                entered: {
                    by: string | null;
                    reason: string;
                } | null;
            } | {
                /** @enum {string} */
                kind: "carried_code";
                code: string;
                /**
                 * @description `created`, `credited`, `preferred`: its partner is credited, because nobody knew the customer, nobody was credited, or the program prefers codes. `same_partner`, `kept`: it changed nothing. The others: it led nowhere.
                 * @enum {unknown}
                 */
                result: "created" | "credited" | "preferred" | "same_partner" | "kept" | "unknown" | "inactive" | "partner_not_approved";
                partner: string;
            } | {
                /** @enum {string} */
                kind: "missing";
            } | {
                /** @enum {string} */
                kind: "none";
                code: ("test_sale" | "no_rule" | "not_first_sale" | "duration_over" | "amount_zero" | "no_clause" | "total_reached" | "imported" | "other") | null;
                months: number | null;
                note: string | null;
                rule: {
                    version: number;
                    /** @enum {unknown} */
                    scope: "program" | "group" | "partner";
                } | null;
            } | {
                /** @enum {string} */
                kind: "earning";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                rule: {
                    version: number;
                    /** @enum {unknown} */
                    scope: "program" | "group" | "partner";
                };
                /** @enum {unknown} */
                type: "percent" | "flat" | "clauses";
                basis_points: number | null;
                sale_cents: number;
                tax_cents: number;
                base_cents: number;
                duration_months: number | null;
                /** Format: date-time */
                first_sale_at: string;
                limit: {
                    max_total_cents: number;
                    left_cents: number;
                } | null;
            } | {
                /** @enum {string} */
                kind: "part";
                /**
                 * @description `rest`: what is in no item.
                 * @enum {unknown}
                 */
                what: "item" | "rest" | "sale";
                product: string | null;
                /** @description Tax included. */
                amount_cents: number;
                /** @description Without its share of the tax. */
                base_cents: number;
                /** @description ISO 4217, upper case. */
                sale_currency: string;
                clause: number | null;
                pay: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
                earned_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                limited_by: ("max_cents" | "currency") | null;
            } | {
                /** @enum {string} */
                kind: "reward";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "payable_from";
                /** Format: date-time */
                at: string;
                hold_days: number;
                /** @enum {unknown} */
                after: "sale" | "lead";
            } | {
                /** @enum {string} */
                kind: "flagged";
                /** @enum {unknown} */
                flag: "self_referral" | "fast_sale" | "click_burst" | "paid_search" | "code_leak" | "page_named";
                holds: boolean;
                domain: string | null;
                seconds: number | null;
                clicks: number | null;
                parameter: string | null;
                customers: number | null;
                average: number | null;
            } | {
                /** @enum {string} */
                kind: "held_from_start";
                /** Format: date-time */
                at: string;
            } | {
                /** @enum {string} */
                kind: "mature";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "hold";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
                reason: string | null;
            } | {
                /** @enum {string} */
                kind: "release";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
            } | {
                /** @enum {string} */
                kind: "pay";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                payout_id: number | null;
                payout_reference: string | null;
                payout_run_id: number | null;
            } | {
                /** @enum {string} */
                kind: "unpay";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "reverse";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                refund: {
                    amount_cents: number;
                    /** @description ISO 4217, upper case. */
                    currency: string;
                    /** @description In total after this refund. */
                    refunded_cents: number;
                    sale_cents: number;
                    earned_cents: number;
                    /** @description In total after this refund. */
                    reversed_cents: number;
                } | null;
                is_after_payout: boolean;
            } | {
                /** @enum {string} */
                kind: "reject";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
                reason: string | null;
            } | {
                /** @enum {string} */
                kind: "restore";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "reassign";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** @description The sale was assigned back, and its commission with it. */
                is_back: boolean;
                is_after_payout: boolean;
            } | {
                /** @enum {string} */
                kind: "refund";
                /** Format: date-time */
                at: string;
                /** @description Below zero: a refund that had been counted failed. */
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "state";
                /** @enum {unknown} */
                status: "pending" | "payable" | "paid" | "held" | "reversed";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** Format: date-time */
                payable_at: string;
                hold_kind: ("manual" | "dispute" | "flagged" | "partner_pending" | "partner_rejected" | "partner_suspended") | null;
                hold_note: string | null;
                /** @enum {unknown} */
                of: "sale" | "lead";
            })[];
        };
        ClaimCreate: {
            /** @description The customer's order. */
            reference: string;
            note?: string;
        };
        PartnerClaimItem: {
            id: number;
            /** @description The customer's order, as the partner named it. */
            reference: string;
            note: string | null;
            /** @enum {unknown} */
            status: "open" | "accepted" | "rejected";
            /** @enum {unknown} */
            finding: "unknown_order" | "credited" | "no_commission" | "credited_elsewhere" | "test_sale";
            answer: string | null;
            /** Format: date-time */
            created_at: string;
            answered_at: string | null;
            correction: {
                /** @enum {unknown} */
                type: "assign" | "sale" | "adjustment";
                amount_cents: number | null;
                currency: string | null;
            } | null;
            story: string[];
            /** @description What `story` says, to be shown in other words; none where no sale of the partner was found. */
            steps: ({
                /** @enum {string} */
                kind: "click";
                at: string | null;
                partner: string;
                short_link: string | null;
                test_mode: boolean;
                /** @description False: clicks of that month have been deleted. */
                is_kept: boolean;
                referrer: string | null;
                imported_from: string | null;
            } | {
                /** @enum {string} */
                kind: "code";
                partner: string;
                code: string;
            } | {
                /** @enum {string} */
                kind: "lead";
                at: string | null;
                test_mode: boolean;
                customer: string | null;
            } | {
                /** @enum {string} */
                kind: "credit";
                /** Format: date-time */
                at: string;
                /** @enum {unknown} */
                cause: "server_lead" | "server_sale" | "assigned";
                /** @enum {unknown} */
                effect: "before" | "this_sale" | "since";
                from: {
                    /** @enum {unknown} */
                    who: "nobody" | "you" | "another" | "partner";
                    name: string | null;
                    short_link: string | null;
                };
                to: {
                    /** @enum {unknown} */
                    who: "nobody" | "you" | "another" | "partner";
                    name: string | null;
                    short_link: string | null;
                };
                code: string | null;
                transaction_id: string | null;
                reason: string | null;
                by: string | null;
                /** @description This sale was recorded before, and assigned with the customer. */
                moves_sale: boolean;
            } | {
                /** @enum {string} */
                kind: "sale";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                tax_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                test_mode: boolean;
                /**
                 * @description `import`: recorded by another system, and imported from a file of it.
                 * @enum {unknown}
                 */
                source: "api" | "processor" | "import";
                transaction_id: string | null;
                entered: {
                    by: string | null;
                    reason: string;
                } | null;
            } | {
                /** @enum {string} */
                kind: "carried_code";
                code: string;
                /**
                 * @description `created`, `credited`, `preferred`: its partner is credited, because nobody knew the customer, nobody was credited, or the program prefers codes. `same_partner`, `kept`: it changed nothing. The others: it led nowhere.
                 * @enum {unknown}
                 */
                result: "created" | "credited" | "preferred" | "same_partner" | "kept" | "unknown" | "inactive" | "partner_not_approved";
                partner: string;
            } | {
                /** @enum {string} */
                kind: "missing";
            } | {
                /** @enum {string} */
                kind: "none";
                code: ("test_sale" | "no_rule" | "not_first_sale" | "duration_over" | "amount_zero" | "no_clause" | "total_reached" | "imported" | "other") | null;
                months: number | null;
                note: string | null;
                rule: {
                    version: number;
                    /** @enum {unknown} */
                    scope: "program" | "group" | "partner";
                } | null;
            } | {
                /** @enum {string} */
                kind: "earning";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                rule: {
                    version: number;
                    /** @enum {unknown} */
                    scope: "program" | "group" | "partner";
                };
                /** @enum {unknown} */
                type: "percent" | "flat" | "clauses";
                basis_points: number | null;
                sale_cents: number;
                tax_cents: number;
                base_cents: number;
                duration_months: number | null;
                /** Format: date-time */
                first_sale_at: string;
                limit: {
                    max_total_cents: number;
                    left_cents: number;
                } | null;
            } | {
                /** @enum {string} */
                kind: "part";
                /**
                 * @description `rest`: what is in no item.
                 * @enum {unknown}
                 */
                what: "item" | "rest" | "sale";
                product: string | null;
                /** @description Tax included. */
                amount_cents: number;
                /** @description Without its share of the tax. */
                base_cents: number;
                /** @description ISO 4217, upper case. */
                sale_currency: string;
                clause: number | null;
                pay: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
                earned_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                limited_by: ("max_cents" | "currency") | null;
            } | {
                /** @enum {string} */
                kind: "reward";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "payable_from";
                /** Format: date-time */
                at: string;
                hold_days: number;
                /** @enum {unknown} */
                after: "sale" | "lead";
            } | {
                /** @enum {string} */
                kind: "flagged";
                /** @enum {unknown} */
                flag: "self_referral" | "fast_sale" | "click_burst" | "paid_search" | "code_leak" | "page_named";
                holds: boolean;
                domain: string | null;
                seconds: number | null;
                clicks: number | null;
                parameter: string | null;
                customers: number | null;
                average: number | null;
            } | {
                /** @enum {string} */
                kind: "held_from_start";
                /** Format: date-time */
                at: string;
            } | {
                /** @enum {string} */
                kind: "mature";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "hold";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
                reason: string | null;
            } | {
                /** @enum {string} */
                kind: "release";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
            } | {
                /** @enum {string} */
                kind: "pay";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                payout_id: number | null;
                payout_reference: string | null;
                payout_run_id: number | null;
            } | {
                /** @enum {string} */
                kind: "unpay";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "reverse";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                refund: {
                    amount_cents: number;
                    /** @description ISO 4217, upper case. */
                    currency: string;
                    /** @description In total after this refund. */
                    refunded_cents: number;
                    sale_cents: number;
                    earned_cents: number;
                    /** @description In total after this refund. */
                    reversed_cents: number;
                } | null;
                is_after_payout: boolean;
            } | {
                /** @enum {string} */
                kind: "reject";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
                reason: string | null;
            } | {
                /** @enum {string} */
                kind: "restore";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "reassign";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** @description The sale was assigned back, and its commission with it. */
                is_back: boolean;
                is_after_payout: boolean;
            } | {
                /** @enum {string} */
                kind: "refund";
                /** Format: date-time */
                at: string;
                /** @description Below zero: a refund that had been counted failed. */
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "state";
                /** @enum {unknown} */
                status: "pending" | "payable" | "paid" | "held" | "reversed";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** Format: date-time */
                payable_at: string;
                hold_kind: ("manual" | "dispute" | "flagged" | "partner_pending" | "partner_rejected" | "partner_suspended") | null;
                hold_note: string | null;
                /** @enum {unknown} */
                of: "sale" | "lead";
            })[];
        };
        PartnerClaimPage: {
            data: {
                id: number;
                /** @description The customer's order, as the partner named it. */
                reference: string;
                note: string | null;
                /** @enum {unknown} */
                status: "open" | "accepted" | "rejected";
                /** @enum {unknown} */
                finding: "unknown_order" | "credited" | "no_commission" | "credited_elsewhere" | "test_sale";
                answer: string | null;
                /** Format: date-time */
                created_at: string;
                answered_at: string | null;
            }[];
            next_cursor: string | null;
        };
        ClaimPage: {
            data: components["schemas"]["ClaimItem"][];
            next_cursor: string | null;
        };
        CodeCreate: {
            /** @description Unique in the program, whatever the case of its letters. It begins and ends with a letter or digit. */
            code: string;
            partner_id: number;
            link_id?: number | null;
            /** @description Ids of coupons and promotion codes of the payment provider; a payment with one of them counts as one with this code. */
            processor_ids?: string[];
        };
        CodeItem: {
            id: number;
            code: string;
            partner_id: number;
            /** @enum {unknown} */
            partner_status: "pending" | "approved" | "rejected" | "suspended";
            link_id: number | null;
            /** @description Ids of coupons and promotion codes of the payment provider; a payment with one of them counts as one with this code. */
            processor_ids: string[];
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
        };
        CodeListItem: {
            id: number;
            code: string;
            partner_id: number;
            /** @enum {unknown} */
            partner_status: "pending" | "approved" | "rejected" | "suspended";
            link_id: number | null;
            /** @description Ids of coupons and promotion codes of the payment provider; a payment with one of them counts as one with this code. */
            processor_ids: string[];
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description Credited to it so far, test sales left out. Only for callers with `report:read`. */
            sales?: number;
        };
        CodePage: {
            data: components["schemas"]["CodeListItem"][];
            next_cursor: string | null;
        };
        PartnerCodeItem: {
            id: number;
            code: string;
            link_id: number | null;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
        };
        PartnerCodePage: {
            data: components["schemas"]["PartnerCodeItem"][];
            next_cursor: string | null;
        };
        CodeUpdate: {
            is_active?: boolean;
            /** @description Ids of coupons and promotion codes of the payment provider; a payment with one of them counts as one with this code. */
            processor_ids?: string[];
        };
        CommissionBulk: {
            /** @enum {unknown} */
            action: "hold" | "release" | "reject";
            ids: number[];
            /** @description Required to hold and to reject. */
            reason?: string;
        };
        CommissionItem: {
            id: number;
            sale_id: number | null;
            lead_id: number | null;
            partner_id: number;
            /** @description What is left now. */
            amount_cents: number;
            /** @description What was first earned. */
            original_amount_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** @enum {unknown} */
            status: "pending" | "payable" | "paid" | "held" | "reversed";
            hold_kind: ("manual" | "dispute" | "flagged" | "partner_pending" | "partner_rejected" | "partner_suspended") | null;
            hold_reason: string | null;
            /** @description What the program looked for and found in the sale. `explain` has the evidence. */
            flags: ("self_referral" | "fast_sale" | "click_burst" | "paid_search" | "code_leak" | "page_named")[];
            /** Format: date-time */
            payable_at: string;
            payout_id: number | null;
            rule_id: number | null;
            reassigned_at: string | null;
            rejected_at: string | null;
            rejection_reason: string | null;
            /** Format: date-time */
            created_at: string;
        };
        CommissionBulkAnswer: {
            data: {
                id: number;
                ok: boolean;
                error: string | null;
                commission: components["schemas"]["CommissionItem"] | null;
            }[];
        };
        SaleItem: {
            id: number;
            transaction_id: string;
            amount_cents: number;
            tax_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            items: {
                product: string;
                amount_cents: number;
            }[] | null;
            refunded_amount_cents: number;
            test_mode: boolean;
            /**
             * @description `import`: recorded by another system, and imported from a file of it.
             * @enum {unknown}
             */
            source: "api" | "processor" | "import";
            customer_id: number;
            customer_key: string | null;
            partner_id: number;
            link_id: number | null;
            code: string | null;
            code_result: ("created" | "credited" | "preferred" | "same_partner" | "kept" | "unknown" | "inactive" | "partner_not_approved") | null;
            credit_code: string | null;
            /** @enum {unknown} */
            commission_state: "earned" | "none" | "missing";
            commission_status: ("pending" | "payable" | "paid" | "held" | "reversed") | null;
            no_commission_code: ("test_sale" | "no_rule" | "not_first_sale" | "duration_over" | "amount_zero" | "no_clause" | "total_reached" | "imported" | "other") | null;
            no_commission_reason: string | null;
            /** Format: date-time */
            occurred_at: string;
            /** Format: date-time */
            recorded_at: string;
        };
        CommissionPart: {
            /**
             * @description `rest`: what is in no item.
             * @enum {unknown}
             */
            what: "item" | "rest" | "sale";
            product: string | null;
            /** @description Tax included. */
            amount_cents: number;
            /** @description Without its share of the tax. */
            base_cents: number;
            /** @description ISO 4217, upper case. */
            sale_currency: string;
            clause: number | null;
            pay: ({
                /** @enum {string} */
                type: "percent";
                basis_points: number;
                /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                max_cents?: number;
            } | {
                /** @enum {string} */
                type: "flat";
                /** @description For each part, in the currency of the program. */
                amount_cents: number;
            } | {
                /** @enum {string} */
                type: "none";
            }) | null;
            earned_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            limited_by: ("max_cents" | "currency") | null;
        };
        ExplainAnswer: {
            commission: components["schemas"]["CommissionItem"] | null;
            no_commission_code: ("test_sale" | "no_rule" | "not_first_sale" | "duration_over" | "amount_zero" | "no_clause" | "total_reached" | "imported" | "other") | null;
            no_commission_reason: string | null;
            sale: components["schemas"]["SaleItem"] | null;
            lead: {
                id: number;
                /** @enum {unknown} */
                source: "browser" | "server";
                /** Format: date-time */
                occurred_at: string;
            } | null;
            customer: {
                id: number;
                customer_key: string | null;
                click_id: string | null;
                status: string;
                lead_at: string | null;
                first_sale_at: string | null;
            };
            click: {
                click_id: string;
                /** Format: date-time */
                clicked_at: string;
                affiliate_url: string;
                referrer: string | null;
                test_mode: boolean;
            } | null;
            link: {
                id: number;
                short_link: string;
            } | null;
            partner: {
                id: number;
                name: string;
                status: string;
            } | null;
            rule: {
                id: number;
                /** @enum {unknown} */
                scope: "program" | "group" | "partner";
                version: number;
                /** @enum {unknown} */
                type: "percent" | "flat" | "clauses";
                basis_points: number | null;
                amount_cents: number | null;
                duration_months: number | null;
                max_total_cents: number | null;
                clauses: {
                    when: {
                        products?: string[];
                        /**
                         * @description `first`: the first sale of the customer.
                         * @enum {unknown}
                         */
                        sale?: "first" | "renewal";
                        codes?: string[];
                        /** @description Full months since the customer's first sale. */
                        from_month?: number;
                        /** @description Excluded; more than `from_month`. */
                        to_month?: number;
                        /** @description Of the whole sale, in whatever currency it is. */
                        min_amount_cents?: number;
                        /** @description Paying customers the partner has brought to the program before this sale. */
                        min_customers?: number;
                    };
                    pay: {
                        /** @enum {string} */
                        type: "percent";
                        basis_points: number;
                        /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                        max_cents?: number;
                    } | {
                        /** @enum {string} */
                        type: "flat";
                        /** @description For each part, in the currency of the program. */
                        amount_cents: number;
                    } | {
                        /** @enum {string} */
                        type: "none";
                    };
                }[] | null;
                otherwise: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
            } | null;
            arithmetic: {
                /** @description ISO 4217, upper case. */
                currency: string;
                sale_cents: number;
                tax_cents: number;
                base_cents: number;
                /** @enum {unknown} */
                type: "percent" | "flat" | "clauses";
                basis_points: number | null;
                flat_cents: number | null;
                parts: components["schemas"]["CommissionPart"][] | null;
                partner_customers: number | null;
                max_total_cents: number | null;
                customer_left_cents: number | null;
                earned_cents: number;
                refunded_cents: number;
                reversed_cents: number;
                left_cents: number;
            } | null;
            story: string[];
            /** @description What `story` says, to be shown in other words. */
            steps: ({
                /** @enum {string} */
                kind: "click";
                at: string | null;
                partner: string;
                short_link: string | null;
                test_mode: boolean;
                /** @description False: clicks of that month have been deleted. */
                is_kept: boolean;
                referrer: string | null;
                imported_from: string | null;
            } | {
                /** @enum {string} */
                kind: "code";
                partner: string;
                code: string;
            } | {
                /** @enum {string} */
                kind: "lead";
                at: string | null;
                test_mode: boolean;
                customer: string | null;
            } | {
                /** @enum {string} */
                kind: "credit";
                /** Format: date-time */
                at: string;
                /** @enum {unknown} */
                cause: "server_lead" | "server_sale" | "assigned";
                /** @enum {unknown} */
                effect: "before" | "this_sale" | "since";
                from: {
                    /** @enum {unknown} */
                    who: "nobody" | "you" | "another" | "partner";
                    name: string | null;
                    short_link: string | null;
                };
                to: {
                    /** @enum {unknown} */
                    who: "nobody" | "you" | "another" | "partner";
                    name: string | null;
                    short_link: string | null;
                };
                code: string | null;
                transaction_id: string | null;
                reason: string | null;
                by: string | null;
                /** @description This sale was recorded before, and assigned with the customer. */
                moves_sale: boolean;
            } | {
                /** @enum {string} */
                kind: "sale";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                tax_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                test_mode: boolean;
                /**
                 * @description `import`: recorded by another system, and imported from a file of it.
                 * @enum {unknown}
                 */
                source: "api" | "processor" | "import";
                transaction_id: string | null;
                entered: {
                    by: string | null;
                    reason: string;
                } | null;
            } | {
                /** @enum {string} */
                kind: "carried_code";
                code: string;
                /**
                 * @description `created`, `credited`, `preferred`: its partner is credited, because nobody knew the customer, nobody was credited, or the program prefers codes. `same_partner`, `kept`: it changed nothing. The others: it led nowhere.
                 * @enum {unknown}
                 */
                result: "created" | "credited" | "preferred" | "same_partner" | "kept" | "unknown" | "inactive" | "partner_not_approved";
                partner: string;
            } | {
                /** @enum {string} */
                kind: "missing";
            } | {
                /** @enum {string} */
                kind: "none";
                code: ("test_sale" | "no_rule" | "not_first_sale" | "duration_over" | "amount_zero" | "no_clause" | "total_reached" | "imported" | "other") | null;
                months: number | null;
                note: string | null;
                rule: {
                    version: number;
                    /** @enum {unknown} */
                    scope: "program" | "group" | "partner";
                } | null;
            } | {
                /** @enum {string} */
                kind: "earning";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                rule: {
                    version: number;
                    /** @enum {unknown} */
                    scope: "program" | "group" | "partner";
                };
                /** @enum {unknown} */
                type: "percent" | "flat" | "clauses";
                basis_points: number | null;
                sale_cents: number;
                tax_cents: number;
                base_cents: number;
                duration_months: number | null;
                /** Format: date-time */
                first_sale_at: string;
                limit: {
                    max_total_cents: number;
                    left_cents: number;
                } | null;
            } | {
                /** @enum {string} */
                kind: "part";
                /**
                 * @description `rest`: what is in no item.
                 * @enum {unknown}
                 */
                what: "item" | "rest" | "sale";
                product: string | null;
                /** @description Tax included. */
                amount_cents: number;
                /** @description Without its share of the tax. */
                base_cents: number;
                /** @description ISO 4217, upper case. */
                sale_currency: string;
                clause: number | null;
                pay: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
                earned_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                limited_by: ("max_cents" | "currency") | null;
            } | {
                /** @enum {string} */
                kind: "reward";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "payable_from";
                /** Format: date-time */
                at: string;
                hold_days: number;
                /** @enum {unknown} */
                after: "sale" | "lead";
            } | {
                /** @enum {string} */
                kind: "flagged";
                /** @enum {unknown} */
                flag: "self_referral" | "fast_sale" | "click_burst" | "paid_search" | "code_leak" | "page_named";
                holds: boolean;
                domain: string | null;
                seconds: number | null;
                clicks: number | null;
                parameter: string | null;
                customers: number | null;
                average: number | null;
            } | {
                /** @enum {string} */
                kind: "held_from_start";
                /** Format: date-time */
                at: string;
            } | {
                /** @enum {string} */
                kind: "mature";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "hold";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
                reason: string | null;
            } | {
                /** @enum {string} */
                kind: "release";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
            } | {
                /** @enum {string} */
                kind: "pay";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                payout_id: number | null;
                payout_reference: string | null;
                payout_run_id: number | null;
            } | {
                /** @enum {string} */
                kind: "unpay";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "reverse";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                refund: {
                    amount_cents: number;
                    /** @description ISO 4217, upper case. */
                    currency: string;
                    /** @description In total after this refund. */
                    refunded_cents: number;
                    sale_cents: number;
                    earned_cents: number;
                    /** @description In total after this refund. */
                    reversed_cents: number;
                } | null;
                is_after_payout: boolean;
            } | {
                /** @enum {string} */
                kind: "reject";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
                reason: string | null;
            } | {
                /** @enum {string} */
                kind: "restore";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "reassign";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** @description The sale was assigned back, and its commission with it. */
                is_back: boolean;
                is_after_payout: boolean;
            } | {
                /** @enum {string} */
                kind: "refund";
                /** Format: date-time */
                at: string;
                /** @description Below zero: a refund that had been counted failed. */
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "state";
                /** @enum {unknown} */
                status: "pending" | "payable" | "paid" | "held" | "reversed";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** Format: date-time */
                payable_at: string;
                hold_kind: ("manual" | "dispute" | "flagged" | "partner_pending" | "partner_rejected" | "partner_suspended") | null;
                hold_note: string | null;
                /** @enum {unknown} */
                of: "sale" | "lead";
            })[];
            movements: {
                id: number;
                /** @enum {unknown} */
                kind: "earn" | "mature" | "hold" | "release" | "reverse" | "reject" | "restore" | "reassign" | "pay" | "carry" | "unpay" | "uncarry";
                from: string;
                to: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                refund_id: number | null;
                payout_id: number | null;
                payout_reference: string | null;
                payout_run_id: number | null;
                by: string | null;
                reason: string | null;
                /** Format: date-time */
                occurred_at: string;
            }[];
            refunds: {
                id: number;
                /** @description Below zero: a refund that had been counted failed. */
                amount_cents: number;
                /** Format: date-time */
                occurred_at: string;
            }[];
        };
        CommissionReject: {
            reason: string;
        };
        CommissionListItem: {
            id: number;
            /** Format: date-time */
            created_at: string;
            transaction_id: string | null;
            partner_name: string;
            customer_key: string | null;
            sale_amount_cents: number | null;
            sale_currency: string | null;
            /**
             * @description How it was calculated; `lead`: it is the reward of a lead.
             * @enum {unknown}
             */
            rule_type: "percent" | "flat" | "clauses" | "lead";
            basis_points: number | null;
            /** @description What was first earned. */
            original_amount_cents: number;
            /** @description What is left now. */
            amount_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** @enum {unknown} */
            status: "pending" | "payable" | "paid" | "held" | "reversed";
            sale_id: number | null;
            lead_id: number | null;
            partner_id: number;
            hold_kind: ("manual" | "dispute" | "flagged" | "partner_pending" | "partner_rejected" | "partner_suspended") | null;
            hold_reason: string | null;
            /** @description What the program looked for and found in the sale. `explain` has the evidence. */
            flags: ("self_referral" | "fast_sale" | "click_burst" | "paid_search" | "code_leak" | "page_named")[];
            /** Format: date-time */
            payable_at: string;
            payout_id: number | null;
            rule_id: number | null;
            reassigned_at: string | null;
            rejected_at: string | null;
            rejection_reason: string | null;
            customer_id: number;
        };
        CommissionPage: {
            data: components["schemas"]["CommissionListItem"][];
            next_cursor: string | null;
        };
        PartnerCommissionItem: {
            id: number;
            /** @description What is left now. */
            amount_cents: number;
            /** @description What was first earned. */
            original_amount_cents: number;
            currency: string;
            /** @enum {unknown} */
            status: "pending" | "payable" | "paid" | "held" | "reversed";
            /** Format: date-time */
            payable_at: string;
            payout_id: number | null;
            rejected_at: string | null;
            rejection_reason: string | null;
            link_id: number | null;
            sale_amount_cents: number | null;
            sale_refunded_cents: number | null;
            sale_currency: string | null;
            sale_at: string | null;
            lead_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        PartnerCommissionPage: {
            data: components["schemas"]["PartnerCommissionItem"][];
            next_cursor: string | null;
        };
        CommissionTotals: {
            data: {
                currency: string;
                /** @enum {unknown} */
                status: "pending" | "payable" | "paid" | "held" | "reversed";
                commissions: number;
                amount_cents: number;
            }[];
        };
        PartnerCommissionStory: {
            commission: components["schemas"]["PartnerCommissionItem"];
            story: string[];
            /** @description What `story` says, to be shown in other words. */
            steps: ({
                /** @enum {string} */
                kind: "click";
                at: string | null;
                partner: string;
                short_link: string | null;
                test_mode: boolean;
                /** @description False: clicks of that month have been deleted. */
                is_kept: boolean;
                referrer: string | null;
                imported_from: string | null;
            } | {
                /** @enum {string} */
                kind: "code";
                partner: string;
                code: string;
            } | {
                /** @enum {string} */
                kind: "lead";
                at: string | null;
                test_mode: boolean;
                customer: string | null;
            } | {
                /** @enum {string} */
                kind: "credit";
                /** Format: date-time */
                at: string;
                /** @enum {unknown} */
                cause: "server_lead" | "server_sale" | "assigned";
                /** @enum {unknown} */
                effect: "before" | "this_sale" | "since";
                from: {
                    /** @enum {unknown} */
                    who: "nobody" | "you" | "another" | "partner";
                    name: string | null;
                    short_link: string | null;
                };
                to: {
                    /** @enum {unknown} */
                    who: "nobody" | "you" | "another" | "partner";
                    name: string | null;
                    short_link: string | null;
                };
                code: string | null;
                transaction_id: string | null;
                reason: string | null;
                by: string | null;
                /** @description This sale was recorded before, and assigned with the customer. */
                moves_sale: boolean;
            } | {
                /** @enum {string} */
                kind: "sale";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                tax_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                test_mode: boolean;
                /**
                 * @description `import`: recorded by another system, and imported from a file of it.
                 * @enum {unknown}
                 */
                source: "api" | "processor" | "import";
                transaction_id: string | null;
                entered: {
                    by: string | null;
                    reason: string;
                } | null;
            } | {
                /** @enum {string} */
                kind: "carried_code";
                code: string;
                /**
                 * @description `created`, `credited`, `preferred`: its partner is credited, because nobody knew the customer, nobody was credited, or the program prefers codes. `same_partner`, `kept`: it changed nothing. The others: it led nowhere.
                 * @enum {unknown}
                 */
                result: "created" | "credited" | "preferred" | "same_partner" | "kept" | "unknown" | "inactive" | "partner_not_approved";
                partner: string;
            } | {
                /** @enum {string} */
                kind: "missing";
            } | {
                /** @enum {string} */
                kind: "none";
                code: ("test_sale" | "no_rule" | "not_first_sale" | "duration_over" | "amount_zero" | "no_clause" | "total_reached" | "imported" | "other") | null;
                months: number | null;
                note: string | null;
                rule: {
                    version: number;
                    /** @enum {unknown} */
                    scope: "program" | "group" | "partner";
                } | null;
            } | {
                /** @enum {string} */
                kind: "earning";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                rule: {
                    version: number;
                    /** @enum {unknown} */
                    scope: "program" | "group" | "partner";
                };
                /** @enum {unknown} */
                type: "percent" | "flat" | "clauses";
                basis_points: number | null;
                sale_cents: number;
                tax_cents: number;
                base_cents: number;
                duration_months: number | null;
                /** Format: date-time */
                first_sale_at: string;
                limit: {
                    max_total_cents: number;
                    left_cents: number;
                } | null;
            } | {
                /** @enum {string} */
                kind: "part";
                /**
                 * @description `rest`: what is in no item.
                 * @enum {unknown}
                 */
                what: "item" | "rest" | "sale";
                product: string | null;
                /** @description Tax included. */
                amount_cents: number;
                /** @description Without its share of the tax. */
                base_cents: number;
                /** @description ISO 4217, upper case. */
                sale_currency: string;
                clause: number | null;
                pay: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
                earned_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                limited_by: ("max_cents" | "currency") | null;
            } | {
                /** @enum {string} */
                kind: "reward";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "payable_from";
                /** Format: date-time */
                at: string;
                hold_days: number;
                /** @enum {unknown} */
                after: "sale" | "lead";
            } | {
                /** @enum {string} */
                kind: "flagged";
                /** @enum {unknown} */
                flag: "self_referral" | "fast_sale" | "click_burst" | "paid_search" | "code_leak" | "page_named";
                holds: boolean;
                domain: string | null;
                seconds: number | null;
                clicks: number | null;
                parameter: string | null;
                customers: number | null;
                average: number | null;
            } | {
                /** @enum {string} */
                kind: "held_from_start";
                /** Format: date-time */
                at: string;
            } | {
                /** @enum {string} */
                kind: "mature";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "hold";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
                reason: string | null;
            } | {
                /** @enum {string} */
                kind: "release";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
            } | {
                /** @enum {string} */
                kind: "pay";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                payout_id: number | null;
                payout_reference: string | null;
                payout_run_id: number | null;
            } | {
                /** @enum {string} */
                kind: "unpay";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "reverse";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                refund: {
                    amount_cents: number;
                    /** @description ISO 4217, upper case. */
                    currency: string;
                    /** @description In total after this refund. */
                    refunded_cents: number;
                    sale_cents: number;
                    earned_cents: number;
                    /** @description In total after this refund. */
                    reversed_cents: number;
                } | null;
                is_after_payout: boolean;
            } | {
                /** @enum {string} */
                kind: "reject";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                by: string | null;
                reason: string | null;
            } | {
                /** @enum {string} */
                kind: "restore";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "reassign";
                /** Format: date-time */
                at: string;
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** @description The sale was assigned back, and its commission with it. */
                is_back: boolean;
                is_after_payout: boolean;
            } | {
                /** @enum {string} */
                kind: "refund";
                /** Format: date-time */
                at: string;
                /** @description Below zero: a refund that had been counted failed. */
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
            } | {
                /** @enum {string} */
                kind: "state";
                /** @enum {unknown} */
                status: "pending" | "payable" | "paid" | "held" | "reversed";
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** Format: date-time */
                payable_at: string;
                hold_kind: ("manual" | "dispute" | "flagged" | "partner_pending" | "partner_rejected" | "partner_suspended") | null;
                hold_note: string | null;
                /** @enum {unknown} */
                of: "sale" | "lead";
            })[];
        };
        WorkspaceCompany: {
            company_name: string | null;
            company_address: string | null;
            tax_id: string | null;
            /** @description Statements are self-billing invoices: the company issues them in the name of its partners. */
            self_billing: boolean;
        };
        PartnerCompany: {
            company_name: string | null;
            company_address: string | null;
            tax_id: string | null;
        };
        CustomerAssign: {
            partner_id: number;
            /**
             * @description `now`: later sales go to the partner. `first_sale`: the sales so far do, too.
             * @enum {unknown}
             */
            from: "now" | "first_sale";
            /** @description Shown to the partner. */
            reason: string;
            /** @description True: shows the response and changes nothing. */
            preview?: boolean;
        };
        CustomerItem: {
            id: number;
            customer_key: string | null;
            /** @enum {unknown} */
            status: "visitor" | "lead" | "customer";
            click_id: string | null;
            partner_id: number | null;
            link_id: number | null;
            /** @description Made by a test lead or test sale. The key stays free for the real customer. */
            test_mode: boolean;
            /**
             * @description `browser`: only pages have named the customer, so the first report of a server with a click or a code decides who is credited. `server`: a server has named a partner, or someone has assigned them.
             * @enum {unknown}
             */
            named_by: "browser" | "server";
            /** Format: date-time */
            created_at: string;
            lead_at: string | null;
            first_sale_id: number | null;
            first_sale_at: string | null;
        };
        CustomerAssigned: {
            customer: components["schemas"]["CustomerItem"];
            /** @description One for each sale that is assigned; two where what it earned the two is in two currencies. */
            changes: {
                sale_id: number;
                from_partner_id: number;
                to_partner_id: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** @description Taken from the one partner. */
                reversed_cents: number;
                /** @description Earned by the other. */
                earned_cents: number;
            }[];
        };
        CustomerErased: {
            customer_id: number;
            customer_key: string | null;
            /** Format: date-time */
            erased_at: string;
            /** @description Clicks whose addresses were erased. */
            clicks: number;
            /** @description Events of the card processor, of which ids, amounts and times are left. */
            processor_events: number;
            /** @description Entries of the audit log that named the customer. */
            audit_entries: number;
            /** @description Notes, reasons and claims that named the customer. */
            texts: number;
            /** @description Transaction ids that contain the key or the address. They stay, because the sales are known by them. */
            order_ids_naming_the_customer: number;
        };
        CustomerPage: {
            data: components["schemas"]["CustomerItem"][];
            next_cursor: string | null;
        };
        TimelineEntry: {
            /** @enum {unknown} */
            type: "click" | "lead" | "credit" | "sale" | "refund" | "commission";
            /** @description Of a change of credit: which of the customer’s it is, from 1. */
            id: number;
            /** Format: date-time */
            occurred_at: string;
            text: string;
            /** @description What `text` says, to be shown in other words. */
            details: {
                affiliate_url: string | null;
                lead_source: ("browser" | "server") | null;
                transaction_id: string | null;
                movement: ("earn" | "mature" | "hold" | "release" | "reverse" | "restore" | "reassign" | "reject" | "pay" | "unpay" | "carry" | "uncarry") | null;
                credit: {
                    from: string | null;
                    from_link: string | null;
                    to: string;
                    to_link: string | null;
                    /** @enum {unknown} */
                    reason: "server_lead" | "server_sale" | "assigned";
                    code: string | null;
                    by: string | null;
                    note: string | null;
                    /** @description Whether all sales so far were assigned too. */
                    moves_sales: boolean;
                } | null;
            };
            amount_cents: number | null;
            currency: string | null;
            sale_id: number | null;
            test_mode: boolean;
        };
        CustomerDetail: {
            id: number;
            customer_key: string | null;
            /** @enum {unknown} */
            status: "visitor" | "lead" | "customer";
            click_id: string | null;
            partner_id: number | null;
            link_id: number | null;
            /** @description Made by a test lead or test sale. The key stays free for the real customer. */
            test_mode: boolean;
            /**
             * @description `browser`: only pages have named the customer, so the first report of a server with a click or a code decides who is credited. `server`: a server has named a partner, or someone has assigned them.
             * @enum {unknown}
             */
            named_by: "browser" | "server";
            /** Format: date-time */
            created_at: string;
            lead_at: string | null;
            first_sale_id: number | null;
            first_sale_at: string | null;
            erased_at: string | null;
            partner: {
                id: number;
                name: string;
            } | null;
            link: {
                id: number;
                short_link: string;
            } | null;
            totals: {
                currency: string;
                /** @description Test sales aside. */
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                /** @description What is left of it now. */
                commission_cents: number;
            }[];
            timeline: components["schemas"]["TimelineEntry"][];
            /** @description More happened than the timeline shows, which has the newest of it. */
            is_cut?: boolean;
        };
        EventLead: {
            id: number;
            customer_id: number;
            customer_key: string | null;
            partner_id: number | null;
            link_id: number | null;
            test_mode: boolean;
            /** @enum {unknown} */
            source: "browser" | "server";
            /** Format: date-time */
            occurred_at: string;
        };
        EventRefund: {
            id: number;
            sale_id: number;
            refund_id: string | null;
            /** @description Below zero: an earlier refund has failed. */
            amount_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** @enum {unknown} */
            source: "api" | "processor";
            /** Format: date-time */
            occurred_at: string;
        };
        /** @description The movement of the ledger that the event reports, which never changes. */
        EventMovement: {
            id: number;
            amount_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** Format: date-time */
            occurred_at: string;
        };
        EventDispute: {
            /** @description The payment provider's id. */
            id: string;
            payment_id: number;
            /** @enum {unknown} */
            status: "open" | "lost" | "won";
            amount_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** Format: date-time */
            reported_at: string;
        };
        CommissionRuleTerms: {
            version: number;
            /** @enum {unknown} */
            type: "percent" | "flat" | "clauses";
            basis_points: number | null;
            amount_cents: number | null;
            duration_months: number | null;
            max_total_cents: number | null;
            clauses: {
                when: {
                    products?: string[];
                    /**
                     * @description `first`: the first sale of the customer.
                     * @enum {unknown}
                     */
                    sale?: "first" | "renewal";
                    codes?: string[];
                    /** @description Full months since the customer's first sale. */
                    from_month?: number;
                    /** @description Excluded; more than `from_month`. */
                    to_month?: number;
                    /** @description Of the whole sale, in whatever currency it is. */
                    min_amount_cents?: number;
                    /** @description Paying customers the partner has brought to the program before this sale. */
                    min_customers?: number;
                };
                pay: {
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                };
            }[] | null;
            otherwise: ({
                /** @enum {string} */
                type: "percent";
                basis_points: number;
                /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                max_cents?: number;
            } | {
                /** @enum {string} */
                type: "flat";
                /** @description For each part, in the currency of the program. */
                amount_cents: number;
            } | {
                /** @enum {string} */
                type: "none";
            }) | null;
        };
        ApplicationAnswer: {
            /** @description As it was asked. */
            question: string;
            /**
             * @description What an answer is: a line, several lines, one of the choices, `yes` or `no`.
             * @enum {unknown}
             */
            kind: "short_text" | "long_text" | "choice" | "yes_no";
            answer: string;
        };
        EventPartner: {
            id: number;
            enrollment_id: number;
            name: string;
            email: string;
            /** @enum {unknown} */
            status: "pending" | "approved" | "rejected" | "suspended";
            commission: components["schemas"]["CommissionRuleTerms"] | null;
            /** @enum {unknown} */
            commission_scope: "program" | "group" | "partner";
            group_id: number | null;
            group: string | null;
            tags: string[];
            /** Format: date-time */
            joined_at: string;
            application_website: string | null;
            application_message: string | null;
            /** @description What they answered when they applied. */
            application_answers: components["schemas"]["ApplicationAnswer"][];
            /** @description They have accepted an invitation. */
            has_account: boolean;
        };
        EventPayout: {
            id: number;
            run_id: number | null;
            partner_id: number;
            name: string;
            method: ("bank" | "paypal" | "wise") | null;
            /**
             * @description The one payment file that it is in while it is open; without payout details that of the bank.
             * @enum {unknown}
             */
            format: "bank" | "paypal" | "wise";
            details_problem: string | null;
            currency: string;
            amount_cents: number;
            /** @enum {unknown} */
            status: "open" | "paid" | "cancelled";
            reference: string | null;
            /** Format: date-time */
            created_at: string;
            settled_at: string | null;
        };
        EventData: {
            /** @description Made up by a trigger: its objects do not exist. */
            sample?: boolean;
            customer?: components["schemas"]["CustomerItem"];
            lead?: components["schemas"]["EventLead"];
            sale?: components["schemas"]["SaleItem"] | null;
            refund?: components["schemas"]["EventRefund"];
            commission?: components["schemas"]["CommissionListItem"];
            /** @enum {unknown} */
            change?: "hold" | "release" | "reversal" | "reassignment" | "rejection" | "maturity" | "restoration" | "payout_cancellation";
            movement?: components["schemas"]["EventMovement"];
            dispute?: components["schemas"]["EventDispute"];
            partner?: components["schemas"]["EventPartner"];
            payout?: components["schemas"]["EventPayout"];
            claim?: components["schemas"]["ClaimItem"];
            adjustment?: components["schemas"]["AdjustmentItem"];
        };
        SvcEvent: {
            /** @description Starts with `evt_`; the same wherever the event appears. */
            id: string;
            /** @enum {unknown} */
            type: "lead.created" | "sale.created" | "sale.refunded" | "commission.created" | "commission.changed" | "commission.paid" | "dispute.opened" | "dispute.closed" | "partner.applied" | "partner.updated" | "payout.created" | "payout.paid" | "payout.reopened" | "payout.cancelled" | "claim.created" | "claim.answered" | "adjustment.created" | "customer.assigned" | "customer.erased" | "webhook.test";
            /** @description 1, 2, 3 … in the workspace, without gaps. */
            sequence: number;
            workspace_id: number;
            program_id: number | null;
            /** Format: date-time */
            created_at: string;
            test_mode: boolean;
            data: components["schemas"]["EventData"];
        };
        EventFeed: {
            data: components["schemas"]["SvcEvent"][];
            /** @description The highest number that was looked at: what to send as `after` next. With a filter, it may be higher than that of the last event. */
            last_sequence: number;
        };
        EventTrigger: {
            /** @enum {unknown} */
            type: "lead.created" | "sale.created" | "sale.refunded" | "commission.created" | "commission.changed" | "commission.paid" | "dispute.opened" | "dispute.closed" | "partner.applied" | "partner.updated" | "payout.created" | "payout.paid" | "payout.reopened" | "payout.cancelled" | "claim.created" | "claim.answered" | "adjustment.created" | "customer.assigned" | "customer.erased";
            program_id?: number;
        };
        EventTriggered: {
            /** @enum {unknown} */
            type: "lead.created" | "sale.created" | "sale.refunded" | "commission.created" | "commission.changed" | "commission.paid" | "dispute.opened" | "dispute.closed" | "partner.applied" | "partner.updated" | "payout.created" | "payout.paid" | "payout.reopened" | "payout.cancelled" | "claim.created" | "claim.answered" | "adjustment.created" | "customer.assigned" | "customer.erased";
            program_id: number | null;
            /** @description False: the events were recorded like those of a visitor, in test mode. */
            sample: boolean;
        };
        GroupCreate: {
            name: string;
            commission?: {
                /** @enum {string} */
                type: "percent";
                basis_points: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "flat";
                amount_cents: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "clauses";
                /** @description The first one that holds pays. Each item of a sale is paid by its own clause, the rest by the first one without `products`. */
                clauses: {
                    when: {
                        products?: string[];
                        /**
                         * @description `first`: the first sale of the customer.
                         * @enum {unknown}
                         */
                        sale?: "first" | "renewal";
                        codes?: string[];
                        /** @description Full months since the customer's first sale. */
                        from_month?: number;
                        /** @description Excluded; more than `from_month`. */
                        to_month?: number;
                        /** @description Of the whole sale, in whatever currency it is. */
                        min_amount_cents?: number;
                        /** @description Paying customers the partner has brought to the program before this sale. */
                        min_customers?: number;
                    };
                    pay: {
                        /** @enum {string} */
                        type: "percent";
                        basis_points: number;
                        /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                        max_cents?: number;
                    } | {
                        /** @enum {string} */
                        type: "flat";
                        /** @description For each part, in the currency of the program. */
                        amount_cents: number;
                    } | {
                        /** @enum {string} */
                        type: "none";
                    };
                }[];
                otherwise?: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
                duration_months?: number | null;
                max_total_cents?: number | null;
            };
        };
        GroupItem: {
            id: number;
            name: string;
            commission: components["schemas"]["CommissionRuleTerms"] | null;
            /** @description How many partners are in it, in whatever status. */
            partners: number;
            /** Format: date-time */
            created_at: string;
        };
        GroupPage: {
            data: components["schemas"]["GroupItem"][];
            next_cursor: string | null;
        };
        GroupUpdate: {
            name?: string;
            /** @description For sales from now on; null: the rule of the program. Takes the permission to change rules. */
            commission?: ({
                /** @enum {string} */
                type: "percent";
                basis_points: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "flat";
                amount_cents: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "clauses";
                /** @description The first one that holds pays. Each item of a sale is paid by its own clause, the rest by the first one without `products`. */
                clauses: {
                    when: {
                        products?: string[];
                        /**
                         * @description `first`: the first sale of the customer.
                         * @enum {unknown}
                         */
                        sale?: "first" | "renewal";
                        codes?: string[];
                        /** @description Full months since the customer's first sale. */
                        from_month?: number;
                        /** @description Excluded; more than `from_month`. */
                        to_month?: number;
                        /** @description Of the whole sale, in whatever currency it is. */
                        min_amount_cents?: number;
                        /** @description Paying customers the partner has brought to the program before this sale. */
                        min_customers?: number;
                    };
                    pay: {
                        /** @enum {string} */
                        type: "percent";
                        basis_points: number;
                        /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                        max_cents?: number;
                    } | {
                        /** @enum {string} */
                        type: "flat";
                        /** @description For each part, in the currency of the program. */
                        amount_cents: number;
                    } | {
                        /** @enum {string} */
                        type: "none";
                    };
                }[];
                otherwise?: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
                duration_months?: number | null;
                max_total_cents?: number | null;
            }) | null;
        };
        ImportSums: {
            /** @description ISO 4217, upper case. */
            currency: string;
            sales: number;
            sales_cents: number;
            refunded_cents: number;
            commissions: number;
            /** @description Commissions that were not paid yet. */
            unpaid_cents: number;
            /** @description Commissions that were paid. */
            paid_cents: number;
        };
        ImportPartner: {
            email: string;
            name: string;
            is_new: boolean;
            customers: number;
            sums: components["schemas"]["ImportSums"][];
            /** @description Where the file of partners has another sum than the rows of the other files. */
            differences: string[];
        };
        ImportProblem: {
            file: string;
            line: number;
            column: string | null;
            problem: string;
        };
        ImportReport: {
            system: string;
            import_id: number | null;
            files: {
                name: string;
                /** @enum {unknown} */
                kind: "partners" | "customers" | "sales" | "commissions";
                rows: number;
            }[];
            new: {
                partners: number;
                customers: number;
                sales: number;
                refunds: number;
                commissions: number;
            };
            /** @description Rows that are here already, and stay as they are. */
            known: {
                partners: number;
                customers: number;
                sales: number;
                refunds: number;
                commissions: number;
            };
            partners: components["schemas"]["ImportPartner"][];
            totals: components["schemas"]["ImportSums"][];
            notes: string[];
            problems: components["schemas"]["ImportProblem"][];
            /** @description Of which `problems` has the first 100. */
            problem_count: number;
        };
        LongJobAnswer: {
            job: {
                id: number;
                /** @enum {unknown} */
                status: "waiting" | "running" | "done" | "failed";
                /** @description How much is done, such as rows that were read. */
                done: number;
                total: number | null;
                error: string | null;
                /** @description Whether DELETE ends it: not once it has begun to write, or is over. */
                can_cancel: boolean;
            };
            /** @description Where this answer is read again, such as once a second. */
            url: string;
            file_url: string | null;
        };
        ImportItem: {
            id: number;
            system: string;
            files: {
                name: string;
                /** @enum {unknown} */
                kind: "partners" | "customers" | "sales" | "commissions";
                rows: number;
            }[];
            partners: number;
            customers: number;
            sales: number;
            refunds: number;
            commissions: number;
            /** @description False while it is written, and where that ended in the middle. Importing the same files again completes it, and doubles nothing. */
            finished: boolean;
            imported_by: string;
            /** Format: date-time */
            created_at: string;
        };
        ImportPage: {
            data: components["schemas"]["ImportItem"][];
            next_cursor: string | null;
        };
        StepStatuses: {
            /**
             * @description Whether the integration step is done; derived, never set by a caller.
             * @enum {unknown}
             */
            pageview: "complete" | "pending";
            /**
             * @description Whether the integration step is done; derived, never set by a caller.
             * @enum {unknown}
             */
            referrals: "complete" | "pending";
            /**
             * @description Whether the integration step is done; derived, never set by a caller.
             * @enum {unknown}
             */
            payments: "complete" | "pending";
        };
        StatusStatistics: {
            pageview: {
                /** @description Counted up to 10. */
                testEventCount: number;
                hasTestEvents: boolean;
                latestTestEvent: {
                    /** @description The number of the click, or the id of the lead. */
                    id: number;
                    /** Format: date-time */
                    timestamp: string;
                    /** Format: date-time */
                    createdAt: string;
                } | null;
            };
            referrals: {
                /** @description Counted up to 10. */
                testEventCount: number;
                hasTestEvents: boolean;
                latestTestEvent: {
                    /** @description The number of the click, or the id of the lead. */
                    id: number;
                    /** Format: date-time */
                    timestamp: string;
                    /** Format: date-time */
                    createdAt: string;
                } | null;
            };
            payments: {
                processorConnectionStatus: string;
                isProcessorConnected: boolean;
                processorAccountId: string | null;
                chargesEnabled: boolean;
                payoutsEnabled: boolean;
                detailsSubmitted: boolean;
                connectionDate: string | null;
            };
        };
        TrackingStatusAnswer: {
            data: {
                programId: string;
                stepStatuses: components["schemas"]["StepStatuses"];
                statistics: components["schemas"]["StatusStatistics"];
                /** @description Whether at least one partner is approved in the program. */
                hasPartners: boolean;
                /** Format: date-time */
                lastUpdated: string;
            };
        };
        IntegrationAnswer: {
            steps: components["schemas"]["StepStatuses"];
            statistics: components["schemas"]["StatusStatistics"];
            has_partners: boolean;
            /** @description Real events of the last 7 days (UTC), today included. */
            live: {
                /** @description Without bots and headless browsers. */
                clicks: number;
                leads: number;
                sales: number;
                last_event_at: string | null;
                /** @description Pages whose clicks or leads were refused because the program does not allow their origin; the latest 20. */
                refused_origins: {
                    origin: string;
                    count: number;
                    /** Format: date-time */
                    last_at: string;
                }[];
                /** @description Values of `aff`, in lower case, that no link of an approved partner has; from pages whose origin the program allows, or with its key. The latest 20. */
                unknown_aff: {
                    value: string;
                    count: number;
                    /** Format: date-time */
                    last_at: string;
                }[];
                /** @description Values of `test_mode` other than true, as JSON, such as the text "true": these events were recorded as real ones. The latest 20. */
                ignored_test_mode: {
                    value: string;
                    count: number;
                    /** Format: date-time */
                    last_at: string;
                }[];
            };
            /** @description Whether a real sale was reported by API. */
            payments_reported: boolean;
            /** Format: date-time */
            checked_at: string;
        };
        TestEventRequest: {
            /** @enum {unknown} */
            type: "click" | "lead" | "sale";
        };
        TestEventAnswer: {
            /** @description The address that was clicked on. */
            affiliate_url: string;
            click_id: string;
            customer_key: string | null;
            transaction_id: string | null;
        };
        ProgramArchive: {
            name: string;
        };
        ApiKeyItem: {
            id: number;
            name: string;
            /** @description Its last four characters. */
            hint: string;
            /** Format: date-time */
            created_at: string;
            expires_at: string | null;
            last_used_at: string | null;
        };
        ApiKeyMade: {
            api_key: string;
            key: components["schemas"]["ApiKeyItem"];
        };
        ApiKeyPage: {
            data: components["schemas"]["ApiKeyItem"][];
            next_cursor: string | null;
        };
        ApiKeyRotate: {
            /** @description How long the old key stays valid; 24 by default. */
            grace_hours?: number;
        };
        LinkCreate: {
            partner_id: number;
            /** @description Generated if omitted. */
            short_link?: string;
            destination_url?: string | null;
        };
        LinkItem: {
            id: number;
            short_link: string;
            partner_id: number | null;
            partner_status: ("pending" | "approved" | "rejected" | "suspended") | null;
            destination_url: string | null;
            url: string | null;
            referral_url: string | null;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
        };
        LinkFigures: {
            id: number;
            short_link: string;
            partner_id: number | null;
            partner_status: ("pending" | "approved" | "rejected" | "suspended") | null;
            destination_url: string | null;
            url: string | null;
            referral_url: string | null;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description Only for callers with `report:read`. */
            totals?: {
                /** @description ISO 4217, upper case. */
                currency: string;
                clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            }[];
        };
        LinkFiguresPage: {
            data: components["schemas"]["LinkFigures"][];
            next_cursor: string | null;
        };
        PartnerLinkCreate: {
            short_link?: string;
            destination_url?: string | null;
        };
        LinkPage: {
            data: components["schemas"]["LinkItem"][];
            next_cursor: string | null;
        };
        LinkUpdate: {
            destination_url?: string | null;
            is_active?: boolean;
        };
        ManagementKeyCreate: {
            name: string;
            /** @description Only permissions that the caller has. */
            permissions: ("tracking:read" | "program:read" | "report:read" | "partner:write" | "link:write" | "program:write" | "key:write" | "api_key:write" | "commission:write" | "payout:write" | "webhook:write")[];
            program_id?: number | null;
            expires_at?: string | null;
        };
        ManagementKeyItem: {
            id: number;
            name: string;
            /** @description Its last four characters. */
            hint: string;
            permissions: ("tracking:read" | "program:read" | "report:read" | "partner:write" | "link:write" | "program:write" | "key:write" | "api_key:write" | "commission:write" | "payout:write" | "webhook:write")[];
            program_id: number | null;
            /** @description Who created it, as the audit log names them. */
            created_by: string;
            /** @description Whoever created it, themselves or with another key, is no longer a member of the workspace. */
            creator_left: boolean;
            /** Format: date-time */
            created_at: string;
            expires_at: string | null;
            revoked_at: string | null;
            last_used_at: string | null;
        };
        ManagementKeyMade: {
            management_key: string;
            key: components["schemas"]["ManagementKeyItem"];
        };
        ManagementKeyPage: {
            data: components["schemas"]["ManagementKeyItem"][];
            next_cursor: string | null;
        };
        UnreadNotifications: {
            unread: number;
        };
        NotificationItem: {
            id: number;
            /** @enum {unknown} */
            kind: "partner_approved" | "first_click" | "commission_earned" | "commission_reassigned" | "commission_rejected" | "payout_paid" | "adjustment_received" | "claim_answered" | "partner_message" | "application_received" | "claim_received" | "commission_flagged" | "payouts_ready" | "weekly_digest";
            workspace_id: number;
            /** @description Its name. */
            workspace: string;
            program_id: number | null;
            program: string | null;
            partner_id: number | null;
            partner: string | null;
            object_id: number;
            reference: string | null;
            subject: string | null;
            status: ("open" | "accepted" | "rejected") | null;
            /** @description How many commissions: those of one program, partner, currency and day are one notification. Of payouts that are ready: how many there are. */
            count: number;
            amount_cents: number | null;
            currency: string | null;
            week: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                clicks: number;
                sales: number;
            } | null;
            /** Format: date-time */
            happened_at: string;
            is_read: boolean;
        };
        NotificationPage: {
            data: components["schemas"]["NotificationItem"][];
            next_cursor: string | null;
        };
        NotificationsRead: {
            /** @description ISO 8601. Everything that happened until then, as `happened_at` of the newest one shown. */
            up_to: string;
        };
        NotificationSettings: {
            data: {
                /** @enum {unknown} */
                kind: "partner_approved" | "first_click" | "commission_earned" | "commission_reassigned" | "commission_rejected" | "payout_paid" | "adjustment_received" | "claim_answered" | "partner_message" | "application_received" | "claim_received" | "commission_flagged" | "payouts_ready" | "weekly_digest";
                /**
                 * @description As what the caller is told.
                 * @enum {unknown}
                 */
                audience: "partner" | "team";
                /**
                 * @description `email`: in the app and by email; what many events are told together as, by one email when the day is over.
                 * @enum {unknown}
                 */
                delivery: "email" | "app" | "off";
                choices: ("email" | "app" | "off")[];
            }[];
        };
        NotificationSettingUpdate: {
            /** @enum {unknown} */
            kind: "partner_approved" | "first_click" | "commission_earned" | "commission_reassigned" | "commission_rejected" | "payout_paid" | "adjustment_received" | "claim_answered" | "partner_message" | "application_received" | "claim_received" | "commission_flagged" | "payouts_ready" | "weekly_digest";
            /**
             * @description `email`: in the app and by email; what many events are told together as, by one email when the day is over.
             * @enum {unknown}
             */
            delivery: "email" | "app" | "off";
        };
        PartnerMessageCreate: {
            ids?: number[];
            filter?: {
                status?: ("pending" | "approved" | "rejected" | "suspended") | null;
                tag?: string | null;
                group_id?: string | null;
                has_account?: ("true" | "false") | null;
                q?: string | null;
            };
            /** @description One line, without spaces around it. */
            subject: string;
            /** @description Plain text; paragraphs are separated by an empty line. */
            body: string;
            /** @description Says who would get it and how, and sends nothing. */
            preview?: boolean;
        };
        PartnerMessageSent: {
            message_id: number | null;
            data: {
                id: number;
                name: string;
                /**
                 * @description `emailed`: in the portal and by email. `portal_only`: in the portal. `refused`: not at all.
                 * @enum {unknown}
                 */
                result: "emailed" | "portal_only" | "refused";
                reason: ("no_account" | "emails_off" | "no_email_server" | "not_approved") | null;
            }[];
            /** @description The filter finds more partners: these are the newest. */
            is_cut: boolean;
        };
        MessageToPartner: {
            id: number;
            subject: string;
            body: string;
            /** @description The email address of the member, or the name of the management key, that sent it. */
            by: string;
            /** @description How many partners got it. */
            recipient_count: number;
            no_email: ("no_account" | "emails_off" | "no_email_server") | null;
            /** Format: date-time */
            created_at: string;
        };
        MessageToPartnerPage: {
            data: components["schemas"]["MessageToPartner"][];
            next_cursor: string | null;
        };
        PartnerMessage: {
            id: number;
            subject: string;
            body: string;
            /** Format: date-time */
            created_at: string;
        };
        PartnerMessagePage: {
            data: components["schemas"]["PartnerMessage"][];
            next_cursor: string | null;
        };
        PartnerNoteCreate: {
            body: string;
        };
        PartnerNote: {
            id: number;
            body: string;
            by: string;
            is_own: boolean;
            /** Format: date-time */
            created_at: string;
        };
        PartnerNotePage: {
            data: components["schemas"]["PartnerNote"][];
            next_cursor: string | null;
        };
        ApplicationAnswerInput: {
            question_id: string;
            answer: string;
        };
        ApplicationInput: {
            /** @description An email address. */
            email: string;
            name: string;
            website?: string | null;
            message?: string | null;
            answers?: components["schemas"]["ApplicationAnswerInput"][];
        };
        ReceivedAnswer: {
            received: boolean;
        };
        PartnerBranding: {
            /** @description The name for partners, or else that of the workspace. */
            name: string;
            logo_url: string | null;
            accent: components["schemas"]["AccentShades"] | null;
        };
        ApplicationForm: {
            program: string;
            company: string;
            domain: string;
            currency: string;
            commission: components["schemas"]["CommissionRuleTerms"] | null;
            cookie_window_days: number;
            text: string | null;
            questions: components["schemas"]["ApplicationQuestion"][];
            branding: components["schemas"]["PartnerBranding"];
        };
        PartnerBulk: {
            ids?: number[];
            filter?: {
                status?: ("pending" | "approved" | "rejected" | "suspended") | null;
                tag?: string | null;
                group_id?: string | null;
                has_account?: ("true" | "false") | null;
                q?: string | null;
            };
            action: {
                /** @enum {string} */
                type: "approve";
            } | {
                /** @enum {string} */
                type: "reject";
            } | {
                /** @enum {string} */
                type: "suspend";
            } | {
                /** @enum {string} */
                type: "invite";
            } | {
                /** @enum {string} */
                type: "group";
                group_id: number | null;
            } | {
                /** @enum {string} */
                type: "tag";
                tag: string;
            } | {
                /** @enum {string} */
                type: "untag";
                tag: string;
            } | {
                /** @enum {string} */
                type: "rule";
                /** @description null: that of their group or of the program. */
                commission: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    duration_months?: number | null;
                    max_total_cents?: number | null;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    amount_cents: number;
                    duration_months?: number | null;
                    max_total_cents?: number | null;
                } | {
                    /** @enum {string} */
                    type: "clauses";
                    /** @description The first one that holds pays. Each item of a sale is paid by its own clause, the rest by the first one without `products`. */
                    clauses: {
                        when: {
                            products?: string[];
                            /**
                             * @description `first`: the first sale of the customer.
                             * @enum {unknown}
                             */
                            sale?: "first" | "renewal";
                            codes?: string[];
                            /** @description Full months since the customer's first sale. */
                            from_month?: number;
                            /** @description Excluded; more than `from_month`. */
                            to_month?: number;
                            /** @description Of the whole sale, in whatever currency it is. */
                            min_amount_cents?: number;
                            /** @description Paying customers the partner has brought to the program before this sale. */
                            min_customers?: number;
                        };
                        pay: {
                            /** @enum {string} */
                            type: "percent";
                            basis_points: number;
                            /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                            max_cents?: number;
                        } | {
                            /** @enum {string} */
                            type: "flat";
                            /** @description For each part, in the currency of the program. */
                            amount_cents: number;
                        } | {
                            /** @enum {string} */
                            type: "none";
                        };
                    }[];
                    otherwise?: ({
                        /** @enum {string} */
                        type: "percent";
                        basis_points: number;
                        /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                        max_cents?: number;
                    } | {
                        /** @enum {string} */
                        type: "flat";
                        /** @description For each part, in the currency of the program. */
                        amount_cents: number;
                    } | {
                        /** @enum {string} */
                        type: "none";
                    }) | null;
                    duration_months?: number | null;
                    max_total_cents?: number | null;
                }) | null;
            };
            /** @description Says what would become of each, and changes nothing. */
            preview?: boolean;
        };
        PartnerBulkAnswer: {
            data: {
                id: number;
                name: string;
                email: string;
                /** @enum {unknown} */
                result: "changed" | "unchanged" | "refused";
                reason: ("not_an_application" | "not_approved" | "too_many_tags") | null;
                /** @description The link of their invitation to hand over, under the same conditions as for a single invitation. Not repeated. */
                invitation_url: string | null;
            }[];
            /** @description The filter finds more partners: these are the newest. */
            is_cut: boolean;
            mails_failed: number | null;
        };
        PartnerCounts: {
            pending: number;
            approved: number;
            rejected: number;
            suspended: number;
        };
        PartnerImport: {
            /** @description The file: CSV with comma, semicolon or tab, a line of column names, and up to 2000 rows. Columns: `email`, and any of `name`, `group` (its name), `tags` (separated by semicolons or commas), `link` (the short link of their first link). */
            text: string;
            /** @description Says what each row comes to, and invites nobody. */
            preview?: boolean;
        };
        PartnerImportReport: {
            rows: {
                /** @description 1 is that of the column names. */
                line: number;
                email: string;
                /** @description The address, where the file has none. */
                name: string;
                group: string | null;
                tags: string[];
                link: string | null;
                /**
                 * @description `known`: a partner of the program already, who stays as they are. `wrong`: left out.
                 * @enum {unknown}
                 */
                result: "new" | "known" | "wrong";
                problem: ("email_invalid" | "duplicate" | "name_invalid" | "group_unknown" | "group_not_permitted" | "tags_invalid" | "link_invalid" | "link_taken" | "cell_rewritten") | null;
                value: string | null;
            }[];
            new_count: number;
            known_count: number;
            wrong_count: number;
            file_problem: {
                /** @enum {unknown} */
                problem: "not_csv" | "no_email_column" | "no_rows" | "too_many_rows";
                line: number | null;
            } | null;
        };
        PartnerInvite: {
            /** @description An email address. */
            email: string;
            name: string;
            short_link?: string;
            commission?: {
                /** @enum {string} */
                type: "percent";
                basis_points: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "flat";
                amount_cents: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "clauses";
                /** @description The first one that holds pays. Each item of a sale is paid by its own clause, the rest by the first one without `products`. */
                clauses: {
                    when: {
                        products?: string[];
                        /**
                         * @description `first`: the first sale of the customer.
                         * @enum {unknown}
                         */
                        sale?: "first" | "renewal";
                        codes?: string[];
                        /** @description Full months since the customer's first sale. */
                        from_month?: number;
                        /** @description Excluded; more than `from_month`. */
                        to_month?: number;
                        /** @description Of the whole sale, in whatever currency it is. */
                        min_amount_cents?: number;
                        /** @description Paying customers the partner has brought to the program before this sale. */
                        min_customers?: number;
                    };
                    pay: {
                        /** @enum {string} */
                        type: "percent";
                        basis_points: number;
                        /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                        max_cents?: number;
                    } | {
                        /** @enum {string} */
                        type: "flat";
                        /** @description For each part, in the currency of the program. */
                        amount_cents: number;
                    } | {
                        /** @enum {string} */
                        type: "none";
                    };
                }[];
                otherwise?: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
                duration_months?: number | null;
                max_total_cents?: number | null;
            };
            group_id?: number;
            /** @description Up to 20 tags of up to 30 characters, without commas and semicolons; kept in lower case. */
            tags?: string[];
        };
        PartnerItem: {
            id: number;
            enrollment_id: number;
            name: string;
            email: string;
            /** @enum {unknown} */
            status: "pending" | "approved" | "rejected" | "suspended";
            commission: components["schemas"]["CommissionRuleTerms"] | null;
            /** @enum {unknown} */
            commission_scope: "program" | "group" | "partner";
            group_id: number | null;
            group: string | null;
            tags: string[];
            /** Format: date-time */
            joined_at: string;
        };
        PartnerInvited: {
            partner: components["schemas"]["PartnerItem"];
            /** @description False: no email server is configured, or it has not taken the email, which is then sent again; or the address has been sent ten invitation emails within the last hour, and gets no other. */
            mail_sent: boolean;
            invitation_url: string | null;
        };
        PartnerFigures: {
            id: number;
            enrollment_id: number;
            name: string;
            email: string;
            /** @enum {unknown} */
            status: "pending" | "approved" | "rejected" | "suspended";
            commission: components["schemas"]["CommissionRuleTerms"] | null;
            /** @enum {unknown} */
            commission_scope: "program" | "group" | "partner";
            group_id: number | null;
            group: string | null;
            tags: string[];
            /** Format: date-time */
            joined_at: string;
            application_website: string | null;
            application_message: string | null;
            /** @description What they answered when they applied. */
            application_answers: components["schemas"]["ApplicationAnswer"][];
            /** @description Only for callers with `report:read`. */
            totals?: {
                /** @description ISO 4217, upper case. */
                currency: string;
                clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            }[];
            /** @description They have accepted an invitation. */
            has_account: boolean;
        };
        PartnerFiguresPage: {
            data: components["schemas"]["PartnerFigures"][];
            next_cursor: string | null;
        };
        TagList: {
            data: {
                tag: string;
                partners: number;
            }[];
        };
        Balance: {
            currency: string;
            /** @description Below zero: deductions. */
            pending_cents: number;
            held_cents: number;
            /** @description Below zero: deducted, or reversed after a payout; balanced by the next one. */
            payable_cents: number;
            paid_cents: number;
        };
        PayablePart: {
            currency: string;
            /** @description Of commissions that are payable. */
            commissions_cents: number;
            /** @description Of bonuses and deductions that are. */
            adjustments_cents: number;
            /** @description Below zero: refunded after a payout paid for it, and taken off the next one. */
            carried_cents: number;
        };
        RuleItem: {
            id: number;
            partner_id: number | null;
            group_id: number | null;
            version: number;
            /**
             * @description `program`: from then on the program's rule counts for the partner again.
             * @enum {unknown}
             */
            type: "percent" | "flat" | "clauses" | "program";
            basis_points: number | null;
            amount_cents: number | null;
            duration_months: number | null;
            max_total_cents: number | null;
            clauses: {
                when: {
                    products?: string[];
                    /**
                     * @description `first`: the first sale of the customer.
                     * @enum {unknown}
                     */
                    sale?: "first" | "renewal";
                    codes?: string[];
                    /** @description Full months since the customer's first sale. */
                    from_month?: number;
                    /** @description Excluded; more than `from_month`. */
                    to_month?: number;
                    /** @description Of the whole sale, in whatever currency it is. */
                    min_amount_cents?: number;
                    /** @description Paying customers the partner has brought to the program before this sale. */
                    min_customers?: number;
                };
                pay: {
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                };
            }[] | null;
            otherwise: ({
                /** @enum {string} */
                type: "percent";
                basis_points: number;
                /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                max_cents?: number;
            } | {
                /** @enum {string} */
                type: "flat";
                /** @description For each part, in the currency of the program. */
                amount_cents: number;
            } | {
                /** @enum {string} */
                type: "none";
            }) | null;
            /** Format: date-time */
            created_at: string;
        };
        PartnerDetail: {
            id: number;
            enrollment_id: number;
            name: string;
            email: string;
            /** @enum {unknown} */
            status: "pending" | "approved" | "rejected" | "suspended";
            commission: components["schemas"]["CommissionRuleTerms"] | null;
            /** @enum {unknown} */
            commission_scope: "program" | "group" | "partner";
            group_id: number | null;
            group: string | null;
            tags: string[];
            /** Format: date-time */
            joined_at: string;
            application_website: string | null;
            application_message: string | null;
            /** @description What they answered when they applied. */
            application_answers: components["schemas"]["ApplicationAnswer"][];
            /** @description Only for callers with `report:read`. */
            totals?: {
                /** @description ISO 4217, upper case. */
                currency: string;
                clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            }[];
            /** @description They have accepted an invitation. */
            has_account: boolean;
            group_commission: components["schemas"]["CommissionRuleTerms"] | null;
            application: {
                website: string | null;
                message: string | null;
                /** Format: date-time */
                created_at: string;
            } | null;
            /** @description Only for callers with `report:read`. */
            balances?: components["schemas"]["Balance"][];
            /** @description Only for callers with `report:read`. */
            payable_parts?: components["schemas"]["PayablePart"][];
            links: components["schemas"]["LinkItem"][];
            /** @description Only for callers with `report:read`. */
            recent_commissions?: components["schemas"]["CommissionItem"][];
            rules: components["schemas"]["RuleItem"][];
            history: {
                action: string;
                by: string;
                before: unknown;
                after: unknown;
                /** Format: date-time */
                occurred_at: string;
            }[];
        };
        PartnerUpdate: {
            name?: string;
            /** @enum {unknown} */
            status?: "pending" | "approved" | "rejected" | "suspended";
            /** @description Up to 20 tags of up to 30 characters, without commas and semicolons; kept in lower case. */
            tags?: string[];
            /** @description null: no group. Into or out of a group with a rule takes the permission to change rules. */
            group_id?: number | null;
            /** @description With the status `suspended`: also hold every commission that is pending or payable. */
            hold_earned?: boolean;
        };
        PartnerUpdated: {
            id: number;
            enrollment_id: number;
            name: string;
            email: string;
            /** @enum {unknown} */
            status: "pending" | "approved" | "rejected" | "suspended";
            commission: components["schemas"]["CommissionRuleTerms"] | null;
            /** @enum {unknown} */
            commission_scope: "program" | "group" | "partner";
            group_id: number | null;
            group: string | null;
            tags: string[];
            /** Format: date-time */
            joined_at: string;
            mail_sent: boolean | null;
            invitation_url: string | null;
        };
        ProcessorConnectAnswer: {
            /** @description The page of the processor to send the person to. */
            authorize_url: string;
            /** Format: date-time */
            expires_at: string;
        };
        DisconnectAnswer: {
            disconnected: boolean;
        };
        ProcessorConnectionAnswer: {
            /** @enum {unknown} */
            status: "not_connected" | "pending" | "connected" | "restricted" | "disconnected";
            account_id: string | null;
            charges_enabled: boolean;
            payouts_enabled: boolean;
            details_submitted: boolean;
            connected_at: string | null;
            /** @description Whether the service has the platform's credentials. */
            can_connect: boolean;
            /** @description Whether the service has a secret to check events with. */
            takes_events: boolean;
        };
        ProcessorCoverageAnswer: {
            days: number;
            totals: {
                currency: string;
                paid_cents: number;
                paid_cents_with_keys: number;
                /** @description Hundredths of a percent of the paid amount. */
                share: number;
            }[];
            kinds: {
                currency: string;
                /** @enum {unknown} */
                kind: "checkout" | "subscription_start" | "renewal" | "invoice";
                payments: number;
                paid_cents: number;
                payments_with_keys: number;
                paid_cents_with_keys: number;
                /** @description Hundredths of a percent of the paid amount. */
                share: number;
                first_without_keys: {
                    transaction_id: string;
                    event_id: string;
                    /** Format: date-time */
                    occurred_at: string;
                } | null;
                advice: string | null;
            }[];
        };
        ReplayInput: {
            /**
             * @description Language of the texts; `en` when not given.
             * @enum {unknown}
             */
            language?: "en" | "de";
        };
        ConnectionProblem: {
            /** @enum {unknown} */
            code: "webhook_permission_missing" | "webhook_limit" | "webhook_address" | "webhook_disabled" | "webhook_missing" | "webhook_secret_missing" | "permission_missing" | "key_expired" | "key_revoked" | "key_expires_soon" | "provider_unreachable";
            message: string;
            /** @description What puts it right. */
            fix: string;
        };
        PaymentConnection: {
            id: number;
            /** @enum {unknown} */
            provider: "stripe";
            /**
             * @description An account of your own, by its key; or one that is connected through the platform.
             * @enum {unknown}
             */
            kind: "key" | "connect";
            /** @enum {unknown} */
            mode: "live" | "test";
            account_id: string | null;
            hint: string | null;
            label: string;
            program_id: number | null;
            /**
             * @description By what renewals are credited: `remembered`, the partner of an earlier payment of the subscription or the customer; `metadata`, keys of their own only.
             * @enum {unknown}
             */
            credit_renewals: "remembered" | "metadata";
            /** @enum {unknown} */
            status: "connected" | "restricted" | "disconnected";
            webhook: {
                url: string;
                /** @description Whether the service made the endpoint, and looks after it. */
                managed: boolean;
                /** @enum {unknown} */
                status: "active" | "disabled" | "missing";
                events: string[];
            };
            problems: components["schemas"]["ConnectionProblem"][];
            last_event_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        PaymentConnectionList: {
            data: components["schemas"]["PaymentConnection"][];
            next_cursor: null;
        };
        PaymentConnectionCreate: {
            /** @enum {unknown} */
            provider: "stripe";
            /** @description A restricted key. It is encrypted, and never shown again. */
            api_key: string;
            label?: string;
            program_id?: number | null;
            /**
             * @description By what renewals are credited: `remembered`, the partner of an earlier payment of the subscription or the customer; `metadata`, keys of their own only.
             * @enum {unknown}
             */
            credit_renewals?: "remembered" | "metadata";
            /**
             * @description `managed` when not given: the service makes the endpoint.
             * @enum {unknown}
             */
            webhook?: "managed" | "manual";
        };
        ProviderPermissionItem: {
            permission: string;
            /** @description As the form of the provider has it. */
            name: string;
            why: string;
        };
        KeyLinkAnswer: {
            url: string | null;
            permissions: components["schemas"]["ProviderPermissionItem"][];
        };
        PaymentConnectionUpdate: {
            label?: string;
            program_id?: number | null;
            /** @description A restricted key. It is encrypted, and never shown again. */
            api_key?: string;
            /** @description The signing secret of an endpoint that you made yourself. Blanks around it do not count. */
            webhook_secret?: string;
            /**
             * @description By what renewals are credited: `remembered`, the partner of an earlier payment of the subscription or the customer; `metadata`, keys of their own only.
             * @enum {unknown}
             */
            credit_renewals?: "remembered" | "metadata";
        };
        PaymentConnectionRemoved: {
            /** @enum {boolean} */
            deleted: true;
            /** @description Endpoints at the provider that could not be removed. */
            not_removed: {
                id: string;
                url: string;
                reason: string;
                fix: string;
            }[];
        };
        PayoutItem: {
            id: number;
            run_id: number | null;
            partner_id: number;
            name: string;
            /** @description The name on the account; without payout details, the name of the partner. */
            payee_name: string;
            method: ("bank" | "paypal" | "wise") | null;
            account: string | null;
            /**
             * @description The one payment file that it is in while it is open; without payout details that of the bank.
             * @enum {unknown}
             */
            format: "bank" | "paypal" | "wise";
            details_problem: string | null;
            currency: string;
            amount_cents: number;
            /** @enum {unknown} */
            status: "open" | "paid" | "cancelled";
            reference: string | null;
            /** Format: date-time */
            created_at: string;
            settled_at: string | null;
        };
        PayoutRunCreate: {
            /** @description ISO 4217, upper case. */
            currency?: string;
            partner_ids?: number[];
        };
        PayoutRunDetail: {
            id: number;
            created_by: string;
            /** Format: date-time */
            created_at: string;
            totals: {
                currency: string;
                /** @enum {unknown} */
                status: "open" | "paid" | "cancelled";
                payouts: number;
                amount_cents: number;
            }[];
            /** @description Partners to whom at least the minimum was due, and whom the run left out all the same. */
            skipped: {
                partner_id: number;
                /**
                 * @description Payout details that are held were saved within `payout_details_hold_hours` before the run, no bank would accept them, more is carried in one currency than a payout can settle (2^53−1), or the payout could not be written (`failed`): `svc-server verify` names what is wrong.
                 * @enum {unknown}
                 */
                reason: "payout_details_changed" | "payout_details_invalid" | "carried_too_large" | "failed";
                held_until: string | null;
                problem?: string | null;
            }[];
            /** @description False while payouts of the run are still being created. Payment files, and marking the whole run as paid, wait until it is true. */
            is_complete: boolean;
            payouts: components["schemas"]["PayoutItem"][];
        };
        PayoutRunItem: {
            id: number;
            created_by: string;
            /** Format: date-time */
            created_at: string;
            totals: {
                currency: string;
                /** @enum {unknown} */
                status: "open" | "paid" | "cancelled";
                payouts: number;
                amount_cents: number;
            }[];
            /** @description Partners to whom at least the minimum was due, and whom the run left out all the same. */
            skipped: {
                partner_id: number;
                /**
                 * @description Payout details that are held were saved within `payout_details_hold_hours` before the run, no bank would accept them, more is carried in one currency than a payout can settle (2^53−1), or the payout could not be written (`failed`): `svc-server verify` names what is wrong.
                 * @enum {unknown}
                 */
                reason: "payout_details_changed" | "payout_details_invalid" | "carried_too_large" | "failed";
                held_until: string | null;
                problem?: string | null;
            }[];
            /** @description False while payouts of the run are still being created. Payment files, and marking the whole run as paid, wait until it is true. */
            is_complete: boolean;
        };
        PayoutRunPage: {
            data: components["schemas"]["PayoutRunItem"][];
            next_cursor: string | null;
        };
        PartnerPayoutItem: {
            id: number;
            currency: string;
            amount_cents: number;
            /** @enum {unknown} */
            status: "open" | "paid" | "cancelled";
            reference: string | null;
            /** @description The name on the account; without payout details, the name of the partner. */
            payee_name: string;
            method: ("bank" | "paypal" | "wise") | null;
            account: string | null;
            /** Format: date-time */
            created_at: string;
            settled_at: string | null;
        };
        PartnerPayoutPage: {
            data: components["schemas"]["PartnerPayoutItem"][];
            next_cursor: string | null;
        };
        PayoutFileItem: {
            id: number;
            /** @enum {unknown} */
            format: "bank" | "paypal" | "wise";
            /** @description Of the bytes of the file, in hexadecimal. */
            sha256: string;
            /** @description The payouts in it. */
            payouts: number[];
            /** @description Open payouts that it leaves out, because their payout details are invalid. */
            skipped: number[];
            totals: {
                currency: string;
                payouts: number;
                amount_cents: number;
            }[];
            /** @description Who downloaded it. */
            created_by: string;
            /** Format: date-time */
            created_at: string;
        };
        PayoutFilePage: {
            data: components["schemas"]["PayoutFileItem"][];
            next_cursor: string | null;
        };
        PayoutPage: {
            data: components["schemas"]["PayoutItem"][];
            next_cursor: string | null;
        };
        PayoutPay: {
            reference: string;
            /** @enum {unknown} */
            format?: "bank" | "paypal" | "wise";
        };
        PayoutRunPaid: {
            /** @description Marked as paid by this request. */
            paid: number;
            /** @description Had been marked before. */
            already_paid: number;
            cancelled: number;
            /** @description Payouts of the run that are still to be paid. */
            open: number;
        };
        ProgramBalance: {
            program_id: number;
            program: string;
            currency: string;
            /** @description Earned, but still in the refund period. */
            pending_cents: number;
            /** @description Held. */
            held_cents: number;
            /** @description What payouts are to be made of, with adjustments, less what is carried from earlier payouts. */
            due_cents: number;
            /** @description All of these. */
            owed_cents: number;
            /** @description What payout runs could pay now: of partners whose amount due reaches the minimum payout and whose payout details are not held after a change. */
            ready_cents: number;
            /** @description How many partners that is. */
            ready_partners: number;
        };
        BalancesAnswer: {
            /** @description By program and currency; one in which nothing is owed or carried is left out. */
            data: components["schemas"]["ProgramBalance"][];
        };
        DueItem: {
            partner_id: number;
            name: string;
            email: string;
            /** @enum {unknown} */
            status: "pending" | "approved" | "rejected" | "suspended";
            currency: string;
            /** @description Commissions and adjustments that can be paid. */
            payable_cents: number;
            /** @description The part of `payable_cents` that adjustments are; below zero: deductions. */
            adjustments_cents: number;
            /** @description Reversed after earlier payouts, and deducted from this one. Below zero: they paid too little, and it is added. */
            carried_cents: number;
            /** @description What a payout would pay; below zero: carried on. */
            due_cents: number;
            /** @description The program's minimum payout in this currency; 0: none. */
            minimum_cents: number;
            /** @description Above zero and at least the minimum of this currency. */
            is_due: boolean;
            /** @description The refunds behind what is carried, the newest first, a few at most. */
            carried_for: {
                commission_id: number;
                refund_id: number;
                amount_cents: number;
                /** Format: date-time */
                occurred_at: string;
            }[];
            method: string | null;
            details_problem: string | null;
            held_until: string | null;
        };
        DueAnswer: {
            /** @description The minimum payout in the program's currency; 0: none. */
            minimum_cents: number;
            data: components["schemas"]["DueItem"][];
        };
        PartnerStatement: {
            payout: components["schemas"]["PartnerPayoutItem"];
            lines: {
                /** @enum {unknown} */
                kind: "commission" | "adjustment" | "carried";
                commission_id: number | null;
                adjustment_id: number | null;
                reason: string | null;
                sale_at: string | null;
                lead_at: string | null;
                /** @description Below zero: a deduction, or reversed after an earlier payout. A carried one above zero: owed since an earlier payout. */
                amount_cents: number;
            }[];
        };
        PayoutDetails: {
            /** @enum {unknown} */
            method: "bank" | "paypal" | "wise";
            account_name: string;
            /** @description The account on one line: IBAN, bank account, or address. */
            details: string;
            country?: string | null;
            iban?: string | null;
            bic?: string | null;
            routing_number?: string | null;
            sort_code?: string | null;
            account_number?: string | null;
        };
        PayoutDetailsAnswer: {
            payout_details: components["schemas"]["PayoutDetails"] | null;
        };
        PayoutDetailsInput: {
            /** @enum {unknown} */
            method: "bank" | "paypal" | "wise";
            account_name: string;
            /** @description The account on one line: IBAN, bank account, or address. */
            details?: string;
            country?: string | null;
            iban?: string | null;
            bic?: string | null;
            routing_number?: string | null;
            sort_code?: string | null;
            account_number?: string | null;
        };
        PayoutRunReopen: {
            /** @description ISO 8601, as the run shows it. */
            settled_at: string;
        };
        PayoutRunReopened: {
            /** @description Payouts that are open again. */
            reopened: number;
        };
        InvitationAccept: {
            token: string;
            name?: string;
            /** @description At least 12 characters, none of the 10,000 most common passwords, and not the email address. The header svc-error-code says which: password_too_short, password_too_long, password_common or password_is_address. */
            password?: string;
        };
        InvitationAccepted: {
            email: string;
            is_new_account: boolean;
        };
        SessionsEnded: {
            /** @description How many sessions were ended. */
            ended: number;
        };
        InvitationCreate: {
            /** @description An email address. */
            email: string;
            /** @enum {unknown} */
            role: "owner" | "admin" | "member" | "viewer" | "none";
        };
        InvitationItem: {
            id: number;
            email: string;
            role: ("owner" | "admin" | "member" | "viewer" | "none") | null;
            partner_id: number | null;
            invited_by: string;
            /** @enum {unknown} */
            status: "open" | "accepted" | "revoked" | "expired";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        InvitationMade: {
            invitation: components["schemas"]["InvitationItem"];
            /** @description False: no email server is configured, or it has not taken the email, which is then sent again; or the address has been sent ten invitation emails within the last hour, and gets no other. */
            mail_sent: boolean;
            invitation_url: string | null;
        };
        InvitationPage: {
            data: components["schemas"]["InvitationItem"][];
            next_cursor: string | null;
        };
        MemberItem: {
            user_id: string;
            name: string;
            email: string;
            /** @enum {unknown} */
            role: "owner" | "admin" | "member" | "viewer" | "none";
            two_factor: boolean;
            /** Format: date-time */
            joined_at: string;
        };
        MemberList: {
            data: components["schemas"]["MemberItem"][];
            next_cursor: null;
        };
        EmailStatus: {
            /**
             * @description `failing`: the email server takes no emails; they wait for up to a day. `no_server`: none is configured.
             * @enum {unknown}
             */
            status: "ok" | "failing" | "no_server";
            cause: ("certificate" | "certificate_name" | "sign_in" | "tls" | "host" | "connection" | "busy" | "sender" | "recipient" | "message") | null;
            text: string | null;
            failing_since: string | null;
        };
        InvitationView: {
            email: string;
            workspace: string;
            role: ("owner" | "admin" | "member" | "viewer" | "none") | null;
            programs: string[];
            name: string | null;
            has_account: boolean | null;
            branding: components["schemas"]["PartnerBranding"];
            /** Format: date-time */
            expires_at: string;
        };
        MeAnswer: {
            user: {
                id: string;
                email: string;
                name: string;
                /** @description Whether the caller signs in with a code. */
                two_factor: boolean;
                language: ("en" | "de") | null;
            };
            workspaces: {
                id: number;
                name: string;
                /** @enum {unknown} */
                role: "owner" | "admin" | "member" | "viewer" | "none";
                permissions: string[];
                /** @description The workspace requires two-factor authentication: without it, every route of the workspace answers 403. */
                two_factor_required: boolean;
            }[];
            /** @description Whether the caller takes part in a program as a partner. */
            is_partner: boolean;
        };
        MeUpdated: {
            /** @enum {unknown} */
            language: "en" | "de";
        };
        MemberRemoved: {
            user_id: string;
            name: string;
            email: string;
            /** @enum {unknown} */
            role: "owner" | "admin" | "member" | "viewer" | "none";
            two_factor: boolean;
            /** Format: date-time */
            joined_at: string;
            /** @description Valid management keys that the member created, or keys of theirs. They stay until they are revoked. */
            management_keys: components["schemas"]["ManagementKeyItem"][];
        };
        MemberUpdate: {
            /** @enum {unknown} */
            role: "owner" | "admin" | "member" | "viewer" | "none";
        };
        PolicyPreview: {
            cookie_window_days?: number;
            /**
             * @description Who earns a sale that carries the code of one partner when its customer came by another: `link`, the partner who has the customer; `code`, the partner of the code, on this sale only.
             * @enum {unknown}
             */
            attribution_precedence?: "link" | "code";
            commission?: {
                /** @enum {string} */
                type: "percent";
                basis_points: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "flat";
                amount_cents: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "clauses";
                /** @description The first one that holds pays. Each item of a sale is paid by its own clause, the rest by the first one without `products`. */
                clauses: {
                    when: {
                        products?: string[];
                        /**
                         * @description `first`: the first sale of the customer.
                         * @enum {unknown}
                         */
                        sale?: "first" | "renewal";
                        codes?: string[];
                        /** @description Full months since the customer's first sale. */
                        from_month?: number;
                        /** @description Excluded; more than `from_month`. */
                        to_month?: number;
                        /** @description Of the whole sale, in whatever currency it is. */
                        min_amount_cents?: number;
                        /** @description Paying customers the partner has brought to the program before this sale. */
                        min_customers?: number;
                    };
                    pay: {
                        /** @enum {string} */
                        type: "percent";
                        basis_points: number;
                        /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                        max_cents?: number;
                    } | {
                        /** @enum {string} */
                        type: "flat";
                        /** @description For each part, in the currency of the program. */
                        amount_cents: number;
                    } | {
                        /** @enum {string} */
                        type: "none";
                    };
                }[];
                otherwise?: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
                duration_months?: number | null;
                max_total_cents?: number | null;
            };
            /** @description From then on the policy counts. A day (`2026-11-01`) or a time (`2026-11-01T12:00:00Z`), UTC unless it says otherwise. */
            from: string;
            /** @description Until before then; of a day, until its end. A day (`2026-11-01`) or a time (`2026-11-01T12:00:00Z`), UTC unless it says otherwise. */
            to: string;
        };
        PolicyChange: {
            sale_id: number | null;
            transaction_id: string;
            /** Format: date-time */
            occurred_at: string;
            from_partner_id: number | null;
            to_partner_id: number | null;
            /** @description What it earned, refunds taken off. */
            commission_cents: number;
            currency: string | null;
            preview_cents: number;
            preview_currency: string | null;
        };
        PolicyPreviewAnswer: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Sales that were replayed, those that had been refused included. */
            sales: number;
            /** @description How many of them change. */
            changed_sales: number;
            /** @description By partner and currency of the commissions; rewards of leads are among them. */
            partners: {
                partner_id: number;
                name: string;
                /** @description ISO 4217, upper case. */
                currency: string;
                /** @description That earn the partner something under the policy. */
                sales: number;
                commission_cents: number;
                preview_cents: number;
                difference_cents: number;
            }[];
            currencies: {
                /** @description ISO 4217, upper case. */
                currency: string;
                commission_cents: number;
                preview_cents: number;
                difference_cents: number;
            }[];
            /** @description The newest 100 sales that change. */
            changes: components["schemas"]["PolicyChange"][];
        };
        ProgramHost: {
            host: string;
            /**
             * @description `unproven`: another workspace uses the host. Its pages and links are not those of this program until the record is found.
             * @enum {unknown}
             */
            status: "serving" | "unproven";
            /** @description Text of the TXT record that proves the host, at `_svc.<host>`. */
            record: string;
        };
        MinimumPayout: {
            /** @description ISO 4217, upper case. */
            currency: string;
            amount_cents: number;
        };
        ProgramItem: {
            id: number;
            workspace_id: number;
            name: string;
            domain: string;
            /** @description ISO 4217, upper case. */
            currency: string;
            cookie_window_days: number;
            hold_days: number;
            /**
             * @description `any`: leads of pages and of servers. `server`: of servers only; a lead of a page is 403. Anybody can send what a page sends.
             * @enum {unknown}
             */
            lead_source: "any" | "server";
            /**
             * @description Who earns a sale that carries the code of one partner when its customer came by another: `link`, the partner who has the customer; `code`, the partner of the code, on this sale only.
             * @enum {unknown}
             */
            attribution_precedence: "link" | "code";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            self_referral: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            fast_sale: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            click_burst: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            paid_search: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            code_leak: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            page_named: "off" | "flag" | "hold";
            lead_reward_cents: number | null;
            commission: components["schemas"]["CommissionRuleTerms"] | null;
            allowed_origins: string[];
            /**
             * @description `direct`: the destination itself, with `aff`; the script on the page records the click. `redirect`: an address of svc or of a link domain, which records the click and leads on.
             * @enum {unknown}
             */
            link_style: "direct" | "redirect";
            /** @description Hosts, such as `go.acme.example`, on which `GET /:short_link` does what `/r/:short_link` does. Each belongs to one program. */
            link_domains: string[];
            /** @description Hosts of the allowed origins and link domains, other than localhost and numeric addresses. Each serves one workspace at a time. */
            hosts: components["schemas"]["ProgramHost"][];
            /** @description Query parameters that hold the short link where an address has no `aff`, in the order in which they are tried. */
            link_parameters: string[];
            fallback_url: string | null;
            /** @description In the program's currency; 0: none. */
            minimum_payout_cents: number;
            /** @description In other currencies, by currency. One that is not listed has no minimum. */
            minimum_payouts: components["schemas"]["MinimumPayout"][];
            payout_schedule: ({
                /** @enum {string} */
                every: "week";
                /** @description 1: Monday. */
                day: number;
            } | {
                /** @enum {string} */
                every: "half_month";
            } | {
                /** @enum {string} */
                every: "month";
                day: number;
            }) | null;
            next_payout_at: string | null;
            /** @description For how many hours after a change of payout details payout runs skip the partner. */
            payout_details_hold_hours: number;
            click_retention_months: number | null;
            accepts_applications: boolean;
            application_text: string | null;
            archived_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ProgramHostCheck: {
            host: string;
            /**
             * @description `unproven`: another workspace uses the host. Its pages and links are not those of this program until the record is found.
             * @enum {unknown}
             */
            status: "serving" | "unproven";
            /** @description Text of the TXT record that proves the host, at `_svc.<host>`. */
            record: string;
            /** @description Whether DNS has the record now. */
            record_found: boolean;
        };
        ProgramCreate: {
            name: string;
            /** @description Such as acme.example. */
            domain: string;
            /** @description ISO 4217, upper case. */
            currency?: string;
            commission: {
                /** @enum {string} */
                type: "percent";
                basis_points: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "flat";
                amount_cents: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "clauses";
                /** @description The first one that holds pays. Each item of a sale is paid by its own clause, the rest by the first one without `products`. */
                clauses: {
                    when: {
                        products?: string[];
                        /**
                         * @description `first`: the first sale of the customer.
                         * @enum {unknown}
                         */
                        sale?: "first" | "renewal";
                        codes?: string[];
                        /** @description Full months since the customer's first sale. */
                        from_month?: number;
                        /** @description Excluded; more than `from_month`. */
                        to_month?: number;
                        /** @description Of the whole sale, in whatever currency it is. */
                        min_amount_cents?: number;
                        /** @description Paying customers the partner has brought to the program before this sale. */
                        min_customers?: number;
                    };
                    pay: {
                        /** @enum {string} */
                        type: "percent";
                        basis_points: number;
                        /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                        max_cents?: number;
                    } | {
                        /** @enum {string} */
                        type: "flat";
                        /** @description For each part, in the currency of the program. */
                        amount_cents: number;
                    } | {
                        /** @enum {string} */
                        type: "none";
                    };
                }[];
                otherwise?: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
                duration_months?: number | null;
                max_total_cents?: number | null;
            };
            cookie_window_days?: number;
            hold_days?: number;
            /**
             * @description `any`: leads of pages and of servers. `server`: of servers only; a lead of a page is 403. Anybody can send what a page sends.
             * @enum {unknown}
             */
            lead_source?: "any" | "server";
            /**
             * @description Who earns a sale that carries the code of one partner when its customer came by another: `link`, the partner who has the customer; `code`, the partner of the code, on this sale only.
             * @enum {unknown}
             */
            attribution_precedence?: "link" | "code";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            self_referral?: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            fast_sale?: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            click_burst?: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            paid_search?: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            code_leak?: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            page_named?: "off" | "flag" | "hold";
            lead_reward_cents?: number | null;
            allowed_origins?: string[];
            /**
             * @description `direct`: the destination itself, with `aff`; the script on the page records the click. `redirect`: an address of svc or of a link domain, which records the click and leads on.
             * @enum {unknown}
             */
            link_style?: "direct" | "redirect";
            /** @description Hosts, such as `go.acme.example`, on which `GET /:short_link` does what `/r/:short_link` does. Each belongs to one program. */
            link_domains?: string[];
            /** @description Query parameters that hold the short link where an address has no `aff`, in the order in which they are tried. */
            link_parameters?: string[];
            fallback_url?: string | null;
            /** @description The minimum payout in the program's currency; 0: none. */
            minimum_payout_cents?: number;
            /** @description The minimum payouts in other currencies, the whole list. An entry in the program's currency sets `minimum_payout_cents`. */
            minimum_payouts?: components["schemas"]["MinimumPayout"][];
            payout_schedule?: ({
                /** @enum {string} */
                every: "week";
                /** @description 1: Monday. */
                day: number;
            } | {
                /** @enum {string} */
                every: "half_month";
            } | {
                /** @enum {string} */
                every: "month";
                day: number;
            }) | null;
            payout_details_hold_hours?: number;
            click_retention_months?: number | null;
            accepts_applications?: boolean;
            application_text?: string | null;
        };
        ProgramPage: {
            data: components["schemas"]["ProgramItem"][];
            next_cursor: string | null;
        };
        PartnerProgramItem: {
            program_id: number;
            name: string;
            domain: string;
            company: string;
            branding: components["schemas"]["PartnerBranding"];
            currency: string;
            /** @enum {unknown} */
            status: "pending" | "approved" | "rejected" | "suspended";
            commission: components["schemas"]["CommissionRuleTerms"] | null;
            lead_reward_cents: number | null;
            cookie_window_days: number;
            hold_days: number;
            /** @description In the program's currency; 0: none. */
            minimum_payout_cents: number;
            /** @description In other currencies, by currency. */
            minimum_payouts: components["schemas"]["MinimumPayout"][];
            payout_schedule: ({
                /** @enum {string} */
                every: "week";
                /** @description 1: Monday. */
                day: number;
            } | {
                /** @enum {string} */
                every: "half_month";
            } | {
                /** @enum {string} */
                every: "month";
                day: number;
            }) | null;
            next_payout_on: string | null;
            payout_method: ("bank" | "paypal" | "wise") | null;
            payouts_held_until: string | null;
            payout_details_hold_hours: number;
            /** @description Whether payout runs will leave the partner out for `payout_details_hold_hours` after payout details are saved now: others are stored, the partner has been paid before, or something is due already in any program of the workspace. */
            payout_details_held_when_saved: boolean;
            /** Format: date-time */
            joined_at: string;
            balances: components["schemas"]["Balance"][];
        };
        PartnerProgramList: {
            data: components["schemas"]["PartnerProgramItem"][];
            next_cursor: null;
        };
        PartnerProgramDetail: {
            program_id: number;
            name: string;
            domain: string;
            company: string;
            branding: components["schemas"]["PartnerBranding"];
            currency: string;
            /** @enum {unknown} */
            status: "pending" | "approved" | "rejected" | "suspended";
            commission: components["schemas"]["CommissionRuleTerms"] | null;
            lead_reward_cents: number | null;
            cookie_window_days: number;
            hold_days: number;
            /** @description In the program's currency; 0: none. */
            minimum_payout_cents: number;
            /** @description In other currencies, by currency. */
            minimum_payouts: components["schemas"]["MinimumPayout"][];
            payout_schedule: ({
                /** @enum {string} */
                every: "week";
                /** @description 1: Monday. */
                day: number;
            } | {
                /** @enum {string} */
                every: "half_month";
            } | {
                /** @enum {string} */
                every: "month";
                day: number;
            }) | null;
            next_payout_on: string | null;
            payout_method: ("bank" | "paypal" | "wise") | null;
            payouts_held_until: string | null;
            payout_details_hold_hours: number;
            /** @description Whether payout runs will leave the partner out for `payout_details_hold_hours` after payout details are saved now: others are stored, the partner has been paid before, or something is due already in any program of the workspace. */
            payout_details_held_when_saved: boolean;
            /** Format: date-time */
            joined_at: string;
            balances: components["schemas"]["Balance"][];
            payable_parts: components["schemas"]["PayablePart"][];
            /** @description What is pending, by the day on which it becomes payable, the first day first. */
            maturing: {
                /** Format: date */
                day: string;
                currency: string;
                /** @description Below zero: deductions. */
                amount_cents: number;
                commissions: number;
                adjustments: number;
            }[];
        };
        ProgramUpdate: {
            name?: string;
            /** @description Such as acme.example. */
            domain?: string;
            cookie_window_days?: number;
            hold_days?: number;
            /**
             * @description `any`: leads of pages and of servers. `server`: of servers only; a lead of a page is 403. Anybody can send what a page sends.
             * @enum {unknown}
             */
            lead_source?: "any" | "server";
            /**
             * @description Who earns a sale that carries the code of one partner when its customer came by another: `link`, the partner who has the customer; `code`, the partner of the code, on this sale only.
             * @enum {unknown}
             */
            attribution_precedence?: "link" | "code";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            self_referral?: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            fast_sale?: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            click_burst?: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            paid_search?: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            code_leak?: "off" | "flag" | "hold";
            /**
             * @description `flag`: shown with the commission. `hold`: shown, and the commission is held until a person releases it.
             * @enum {unknown}
             */
            page_named?: "off" | "flag" | "hold";
            lead_reward_cents?: number | null;
            allowed_origins?: string[];
            /**
             * @description `direct`: the destination itself, with `aff`; the script on the page records the click. `redirect`: an address of svc or of a link domain, which records the click and leads on.
             * @enum {unknown}
             */
            link_style?: "direct" | "redirect";
            /** @description Hosts, such as `go.acme.example`, on which `GET /:short_link` does what `/r/:short_link` does. Each belongs to one program. */
            link_domains?: string[];
            /** @description Query parameters that hold the short link where an address has no `aff`, in the order in which they are tried. */
            link_parameters?: string[];
            fallback_url?: string | null;
            /** @description The minimum payout in the program's currency; 0: none. */
            minimum_payout_cents?: number;
            /** @description The minimum payouts in other currencies, the whole list. An entry in the program's currency sets `minimum_payout_cents`. */
            minimum_payouts?: components["schemas"]["MinimumPayout"][];
            payout_schedule?: ({
                /** @enum {string} */
                every: "week";
                /** @description 1: Monday. */
                day: number;
            } | {
                /** @enum {string} */
                every: "half_month";
            } | {
                /** @enum {string} */
                every: "month";
                day: number;
            }) | null;
            payout_details_hold_hours?: number;
            click_retention_months?: number | null;
            accepts_applications?: boolean;
            application_text?: string | null;
        };
        NoticedEvents: {
            reason_code: string;
            connection_id: number | null;
            /** @description Counted up to 1,000 for each reason. */
            count: number;
            /** Format: date-time */
            latest_at: string;
            /** @description Reason of the latest one. */
            message: string;
            fix: string | null;
        };
        AttentionAnswer: {
            setup: {
                /** @description The program allows the origin of a page. */
                origin_allowed: boolean;
                /** @description A partner is approved and has a link. */
                partner_approved: boolean;
                /** @description A real visitor came through a link of a partner. */
                click_seen: boolean;
                /** @description A real lead was recorded. */
                lead_seen: boolean;
                /** @description A real sale was recorded. */
                sale_seen: boolean;
                /** @description A partner has payout details. */
                payout_details: boolean;
            } | null;
            open_claims: number | null;
            applications: number | null;
            /** @description Partners whose amount due reaches the minimum payout and whose payout details are not held after a change; empty, too, for callers without `payout:write`. */
            payouts_due: {
                /** @description ISO 4217, upper case. */
                currency: string;
                partners: number;
                due_cents: number;
            }[];
            /** @description Payouts of runs that nobody has marked as paid yet; empty, too, for callers without `payout:write`. */
            payouts_open: {
                /** @description ISO 4217, upper case. */
                currency: string;
                payouts: number;
                open_cents: number;
            }[];
            missing_details: number | null;
            held_commissions: number | null;
            flagged_commissions: {
                /** @enum {unknown} */
                flag: "self_referral" | "fast_sale" | "click_burst" | "paid_search" | "code_leak" | "page_named";
                /** @description Counted up to 1,000. */
                count: number;
            }[] | null;
            refused_origins: number | null;
            unreported_visits: number | null;
            failing_webhooks: number | null;
            /** @description Payment events of the last 7 days that lead nowhere although they carry money and a key, click id or code, or that cannot be processed; of this program, or of no program. */
            payment_events: components["schemas"]["NoticedEvents"][];
        };
        CohortAnswer: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** @description Those with amounts in the period. */
            currencies: string[];
            cohorts: {
                month: string | null;
                /** @description All customers whose first sale was in the month and the currency, whatever the period. */
                customers: number;
                months: {
                    /** @description Months after that of the first sale. A reward for the lead before it counts in 0. */
                    after: number;
                    /** @description Customers with a sale in this month. */
                    customers: number;
                    revenue_cents: number;
                    refunded_cents: number;
                    commission_cents: number;
                    reversed_cents: number;
                }[];
            }[];
            totals: {
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            };
        };
        OverviewAnswer: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            totals: {
                /** @description ISO 4217, upper case. */
                currency: string;
                clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            }[];
            /** @description The period of the same length before. */
            previous: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                totals: {
                    /** @description ISO 4217, upper case. */
                    currency: string;
                    clicks: number;
                    leads: number;
                    customers: number;
                    sales: number;
                    revenue_cents: number;
                    refunded_cents: number;
                    commission_cents: number;
                    reversed_cents: number;
                }[];
                days: {
                    /** Format: date */
                    day: string;
                    /** @description ISO 4217, upper case. */
                    currency: string;
                    clicks: number;
                    leads: number;
                    customers: number;
                    sales: number;
                    revenue_cents: number;
                    refunded_cents: number;
                    commission_cents: number;
                    reversed_cents: number;
                }[];
            };
            days: {
                /** Format: date */
                day: string;
                /** @description ISO 4217, upper case. */
                currency: string;
                clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            }[];
            unattributed_leads: number;
            funnel: {
                /** @enum {unknown} */
                step: "clicks" | "leads" | "customers" | "sales";
                count: number;
            }[];
            top_partners: {
                partner_id: number;
                name: string;
                /** @description ISO 4217, upper case. */
                currency: string;
                clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            }[];
        };
        ReportAnswer: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            totals: {
                /** @description ISO 4217, upper case. */
                currency: string;
                clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            }[];
            /** @description The period of the same length before. */
            previous: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                totals: {
                    /** @description ISO 4217, upper case. */
                    currency: string;
                    clicks: number;
                    leads: number;
                    customers: number;
                    sales: number;
                    revenue_cents: number;
                    refunded_cents: number;
                    commission_cents: number;
                    reversed_cents: number;
                }[];
                days: {
                    /** Format: date */
                    day: string;
                    /** @description ISO 4217, upper case. */
                    currency: string;
                    clicks: number;
                    leads: number;
                    customers: number;
                    sales: number;
                    revenue_cents: number;
                    refunded_cents: number;
                    commission_cents: number;
                    reversed_cents: number;
                }[];
            };
            days: {
                /** Format: date */
                day: string;
                /** @description ISO 4217, upper case. */
                currency: string;
                clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            }[];
            partners: {
                partner_id: number | null;
                name: string | null;
                /** @description ISO 4217, upper case. */
                currency: string;
                clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            }[];
            links: {
                link_id: number | null;
                short_link: string | null;
                /** @description ISO 4217, upper case. */
                currency: string;
                clicks: number;
                leads: number;
                customers: number;
                sales: number;
                revenue_cents: number;
                refunded_cents: number;
                commission_cents: number;
                reversed_cents: number;
            }[];
        };
        UncreditedAnswer: {
            data: {
                /** @enum {unknown} */
                reason: "no_click" | "click_expired" | "unknown_click" | "unknown_code" | "other_program" | "partner_not_approved" | "no_relationship" | "no_rule";
                /** @enum {unknown} */
                kind: "lead" | "sale";
                count: number;
                /** @description Of sales; 0 for leads. */
                amount_cents: number;
                /** @description ISO 4217, upper case. */
                currency: string;
                latest: {
                    /** Format: date-time */
                    occurred_at: string;
                    customer_id: number | null;
                    customer_key: string | null;
                    click_id: string | null;
                    code: string | null;
                    sale_id: number | null;
                    transaction_id: string | null;
                    amount_cents: number | null;
                };
                /** @description What to change so that the next one is credited. */
                fix: string;
            }[];
        };
        RuleChange: {
            commission: {
                /** @enum {string} */
                type: "percent";
                basis_points: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "flat";
                amount_cents: number;
                duration_months?: number | null;
                max_total_cents?: number | null;
            } | {
                /** @enum {string} */
                type: "clauses";
                /** @description The first one that holds pays. Each item of a sale is paid by its own clause, the rest by the first one without `products`. */
                clauses: {
                    when: {
                        products?: string[];
                        /**
                         * @description `first`: the first sale of the customer.
                         * @enum {unknown}
                         */
                        sale?: "first" | "renewal";
                        codes?: string[];
                        /** @description Full months since the customer's first sale. */
                        from_month?: number;
                        /** @description Excluded; more than `from_month`. */
                        to_month?: number;
                        /** @description Of the whole sale, in whatever currency it is. */
                        min_amount_cents?: number;
                        /** @description Paying customers the partner has brought to the program before this sale. */
                        min_customers?: number;
                    };
                    pay: {
                        /** @enum {string} */
                        type: "percent";
                        basis_points: number;
                        /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                        max_cents?: number;
                    } | {
                        /** @enum {string} */
                        type: "flat";
                        /** @description For each part, in the currency of the program. */
                        amount_cents: number;
                    } | {
                        /** @enum {string} */
                        type: "none";
                    };
                }[];
                otherwise?: ({
                    /** @enum {string} */
                    type: "percent";
                    basis_points: number;
                    /** @description The most it pays for a part of a sale, in whatever currency the sale is. */
                    max_cents?: number;
                } | {
                    /** @enum {string} */
                    type: "flat";
                    /** @description For each part, in the currency of the program. */
                    amount_cents: number;
                } | {
                    /** @enum {string} */
                    type: "none";
                }) | null;
                duration_months?: number | null;
                max_total_cents?: number | null;
            };
        };
        RulePage: {
            data: components["schemas"]["RuleItem"][];
            next_cursor: string | null;
        };
        RulePreviewAnswer: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            currencies: {
                currency: string;
                /** @description Sales in this currency; a flat commission of theirs is in the currency of the program. */
                sales: number;
                commission_cents: number;
                preview_cents: number;
                difference_cents: number;
            }[];
            /** @description What each clause of the other rule pays; empty for rules of other shapes. */
            clauses: {
                clause: number | null;
                currency: string;
                /** @description Items, whole sales and rests of sales for which it was the first that held. */
                parts: number;
                /** @description What they earn, refunds taken off, before the limit per customer. */
                preview_cents: number;
            }[];
            /** @description There were more sales than were looked at: the newest count. */
            is_cut: boolean;
        };
        SaleCreate: {
            /** @description Unique, as for sales from the API. */
            transaction_id: string;
            amount_cents: number;
            currency?: string | null;
            /** @description A new customer, or one whom nobody is credited for, is assigned to the partner. Any other customer stays with their partner for other sales. */
            customer_key: string;
            partner_id: number;
            occurred_at?: string | null;
            /** @description Shown to the partner. */
            reason: string;
        };
        EnteredSaleItem: {
            id: number;
            transaction_id: string;
            amount_cents: number;
            tax_cents: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            items: {
                product: string;
                amount_cents: number;
            }[] | null;
            refunded_amount_cents: number;
            test_mode: boolean;
            /**
             * @description `import`: recorded by another system, and imported from a file of it.
             * @enum {unknown}
             */
            source: "api" | "processor" | "import";
            customer_id: number;
            customer_key: string | null;
            partner_id: number;
            link_id: number | null;
            code: string | null;
            code_result: ("created" | "credited" | "preferred" | "same_partner" | "kept" | "unknown" | "inactive" | "partner_not_approved") | null;
            credit_code: string | null;
            /** @enum {unknown} */
            commission_state: "earned" | "none" | "missing";
            commission_status: ("pending" | "payable" | "paid" | "held" | "reversed") | null;
            no_commission_code: ("test_sale" | "no_rule" | "not_first_sale" | "duration_over" | "amount_zero" | "no_clause" | "total_reached" | "imported" | "other") | null;
            no_commission_reason: string | null;
            /** Format: date-time */
            occurred_at: string;
            /** Format: date-time */
            recorded_at: string;
            commission: components["schemas"]["CommissionItem"] | null;
        };
        SalePage: {
            data: components["schemas"]["SaleItem"][];
            next_cursor: string | null;
        };
        SealKey: {
            id: string;
            /** @enum {string} */
            algorithm: "Ed25519";
            /** @description SPKI in PEM. */
            public_key: string;
            /** Format: date-time */
            created_at: string;
            /** @description Keys that signed before, newest first. */
            previous: {
                id: string;
                /** @enum {string} */
                algorithm: "Ed25519";
                /** @description SPKI in PEM. */
                public_key: string;
                /** Format: date-time */
                created_at: string;
            }[];
        };
        SecurityEventItem: {
            id: number;
            /** @description As the filter `type` names them. */
            type: string;
            user_id: string | null;
            email: string | null;
            api_key_id: number | null;
            management_key_id: number | null;
            address: string | null;
            user_agent: string | null;
            /** @description Details, by type. */
            data: unknown;
            /** Format: date-time */
            occurred_at: string;
        };
        SecurityEventPage: {
            data: components["schemas"]["SecurityEventItem"][];
            next_cursor: string | null;
        };
        MonthStatement: {
            /** @enum {string} */
            type: "svc-statement";
            /** @enum {number} */
            version: 1;
            /** @description The address of the service. */
            issued_by: string;
            company: string;
            program: {
                id: number;
                name: string;
            };
            partner: {
                id: number;
                name: string;
            };
            /** @description In UTC: 2026-11. */
            month: string;
            /** Format: date-time */
            generated_at: string;
            currencies: {
                /** @description ISO 4217, upper case. */
                currency: string;
                opening: {
                    /** @description Earned and not paid out; below zero: deducted from what comes next. */
                    owed_cents: number;
                    /** @description Paid out so far. */
                    paid_cents: number;
                };
                lines: {
                    movement_id: number;
                    /** Format: date-time */
                    occurred_at: string;
                    /** @description What happened, as the ledger calls it: earn, reverse, adjust, pay … */
                    kind: string;
                    commission_id: number | null;
                    sale_id: number | null;
                    lead_id: number | null;
                    adjustment_id: number | null;
                    payout_id: number | null;
                    amount_cents: number;
                    owed_change_cents: number;
                    paid_change_cents: number;
                }[];
                closing: {
                    /** @description Earned and not paid out; below zero: deducted from what comes next. */
                    owed_cents: number;
                    /** @description Paid out so far. */
                    paid_cents: number;
                };
                /** @description Those that were created in the month. */
                payouts: {
                    id: number;
                    amount_cents: number;
                    /** @enum {unknown} */
                    status: "open" | "paid" | "cancelled";
                    reference: string | null;
                    /** Format: date-time */
                    created_at: string;
                    settled_at: string | null;
                }[];
            }[];
            key_id: string;
            /** @description Ed25519 over the canonical JSON of the statement without `signature`, in base64. */
            signature: string;
        };
        WebhookCreate: {
            /** @description https, without user name and password; its host must have a public address. */
            url: string;
            types?: ("lead.created" | "sale.created" | "sale.refunded" | "commission.created" | "commission.changed" | "commission.paid" | "dispute.opened" | "dispute.closed" | "partner.applied" | "partner.updated" | "payout.created" | "payout.paid" | "payout.reopened" | "payout.cancelled" | "claim.created" | "claim.answered" | "adjustment.created" | "customer.assigned" | "customer.erased")[] | null;
            program_id?: number | null;
            description?: string | null;
            /** @enum {unknown} */
            format?: "standard" | "slack" | "discord";
        };
        WebhookItem: {
            id: number;
            url: string;
            types: string[] | null;
            program_id: number | null;
            description: string | null;
            /** @enum {unknown} */
            format: "standard" | "slack" | "discord";
            /** @enum {unknown} */
            status: "enabled" | "disabled";
            disabled_reason: ("person" | "gone" | "failing") | null;
            failing_since: string | null;
            /** @description Events up to this number have been handed over. */
            last_sequence: number;
            previous_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
        };
        WebhookWithSecret: {
            webhook: components["schemas"]["WebhookItem"];
            /** @description Starts with `whsec_`; verifies the signatures. */
            secret: string;
        };
        WebhookPage: {
            data: components["schemas"]["WebhookItem"][];
            next_cursor: string | null;
        };
        DeliveryItem: {
            id: number;
            /** @description What `webhook-id` carries, at every attempt. */
            event_id: string;
            sequence: number | null;
            type: string;
            /** @enum {unknown} */
            status: "pending" | "delivered" | "failed";
            /** @description Since it was last queued. */
            attempts: number;
            last_status: number | null;
            last_error: string | null;
            next_attempt_at: string | null;
            delivered_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        DeliveryPage: {
            data: components["schemas"]["DeliveryItem"][];
            next_cursor: string | null;
        };
        WebhookUpdate: {
            /** @description https, without user name and password; its host must have a public address. */
            url?: string;
            types?: ("lead.created" | "sale.created" | "sale.refunded" | "commission.created" | "commission.changed" | "commission.paid" | "dispute.opened" | "dispute.closed" | "partner.applied" | "partner.updated" | "payout.created" | "payout.paid" | "payout.reopened" | "payout.cancelled" | "claim.created" | "claim.answered" | "adjustment.created" | "customer.assigned" | "customer.erased")[] | null;
            program_id?: number | null;
            description?: string | null;
            /** @enum {unknown} */
            format?: "standard" | "slack" | "discord";
            /** @enum {unknown} */
            status?: "enabled" | "disabled";
        };
        WebhookReplay: {
            /** @description Events with a higher number are sent again. */
            after: number;
        };
        SetupState: {
            needed: boolean;
            /** @description Whether the first setup takes the setup token from this caller. */
            needs_token: boolean;
            /** @description Base address of the service: scheme://host[:port]. */
            base_url: string;
        };
        SetupInput: {
            name: string;
            /** @description An email address. */
            email: string;
            /** @description At least 12 characters, none of the 10,000 most common passwords, and not the email address. The header svc-error-code says which: password_too_short, password_too_long, password_common or password_is_address. */
            password: string;
            workspace: string;
            /** @description What `svc-server serve` printed, or SVC_SETUP_TOKEN. */
            setup_token?: string;
        };
        SetupDone: {
            workspace_id: number;
            email: string;
        };
        WorkspaceAnswer: {
            id: number;
            name: string;
            /** @description Members without two-factor authentication can do nothing here until they set it up. */
            require_two_factor: boolean;
            /** @description IANA name, such as `Europe/Berlin`. The weekly digest is sent on Mondays at 08:00 there, and payout schedules prepare their runs at 08:00 there; days in reports are those of UTC. */
            time_zone: string;
            role: ("owner" | "admin" | "member" | "viewer" | "none") | null;
            /** Format: date-time */
            created_at: string;
        };
        WorkspaceUpdate: {
            name?: string;
            /** @description Can be turned on only by someone who uses two-factor authentication. */
            require_two_factor?: boolean;
            /** @description An IANA name in any case, such as `Europe/Berlin`, or `UTC`. Of several names of one zone, one is stored. */
            time_zone?: string;
        };
        ConnectStateAnswer: {
            /** @enum {unknown} */
            status: "pending" | "connected" | "denied" | "expired";
            account_id: string | null;
        };
        /** @description A visitor arrived through a referral link */
        ClickBody: {
            /**
             * @description The address the visitor arrived at, http or https, with the query parameter `aff`
             * @example https://shop.example/pricing?aff=jane
             */
            affiliate_url: string;
            /** @description Kept as it is; at most 4 KiB, written as JSON in UTF-8 */
            additional_data?: ({
                /** @description true: a test event, which earns nobody a commission */
                test_mode?: boolean;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description The page that the visitor came from; ignored when it is longer, or no plain text */
            referrer?: string | null;
        };
        ClickAnswer: {
            /** @enum {boolean} */
            success: true;
            /** @description `cust_<number>_<epoch-milliseconds>` */
            click_id: string;
            /** @description How many days the click can be given credit */
            cookie_window_days: number;
            /**
             * @description Only in the answer to a bot or a headless browser, whose clicks are recorded and counted in no total. From `localhost` and loopback origins, headless browsers count as people
             * @enum {boolean}
             */
            bot?: true;
        };
        /** @description A visitor signed up; one of click_id and customer_key is needed, also beside a code */
        LeadBody: {
            /** @description From the cookie `svc_click_id` */
            click_id?: string | null;
            /** @description Your own stable id of the customer, the same at lead and at sale time; compared exactly */
            customer_key?: string | null;
            /** @description The code of a partner, in any letter case. One that leads nowhere counts as not given */
            code?: string | null;
            /** @description Improves attribution; never shown to partners */
            email?: string | null;
            /** @description Kept as it is; at most 4 KiB, written as JSON in UTF-8 */
            additional_data?: ({
                /** @description true: a test event, which earns nobody a commission */
                test_mode?: boolean;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description Without a Bearer key: the program the page belongs to, where its origin is listed by several */
            program_id?: number | string | null;
            /** @description With a Bearer key: when the visitor signed up. The click must have been within the cookie duration then, ISO 8601, not in the future; UTC when no offset is given. Default: now */
            occurred_at?: string | null;
        };
        LeadAnswer: {
            /** @enum {boolean} */
            success: true;
            /** @enum {string} */
            status: "lead";
            click_id: string | null;
            customer_key: string | null;
            /** @description Whether a partner is credited with the customer */
            attributed: boolean;
            test_mode: boolean;
        };
        /** @description A customer paid; one of customer_key and click_id is needed */
        SaleBody: {
            /** @description Unique per sale over the whole service; a repeated one is answered with 409 and records nothing. Required, except in test mode, where one is generated */
            transaction_id?: string | null;
            /** @description What was paid, in the smallest unit of the currency */
            amount_cents: number;
            /**
             * @description ISO 4217, in any letter case; the program's when not given
             * @example USD
             */
            currency?: string | null;
            /** @description Your own stable id of the customer, the same at lead and at sale time; compared exactly */
            customer_key?: string | null;
            /** @description From the cookie `svc_click_id` */
            click_id?: string | null;
            /** @description The code of a partner, in any letter case. One that leads nowhere counts as not given */
            code?: string | null;
            /** @description Kept as it is; at most 4 KiB, written as JSON in UTF-8 */
            additional_data?: ({
                /** @description true: a test event, which earns nobody a commission */
                test_mode?: boolean;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description When the sale happened, ISO 8601, not in the future; UTC when no offset is given. Default: now */
            occurred_at?: string | null;
            /** @description Tax within amount_cents, on which nothing is earned */
            tax_cents?: number | null;
            /** @description What was paid for, with its share of the tax: together not more than amount_cents. Rules can pay products differently */
            items?: {
                product: string;
                amount_cents: number;
            }[] | null;
        };
        SaleAnswer: {
            /** @enum {boolean} */
            success: true;
            transaction_id: string;
            sale_id: number;
            amount_cents: number;
            currency: string;
            test_mode: boolean;
            /** @description null: none is due (a test, no rule, a rule of zero, or its duration is over) */
            commission: {
                id: number;
                amount_cents: number;
                currency: string;
                status: string;
                /** @description ISO 8601: when the commission can be paid out */
                payable_at: string;
            } | null;
        };
        CliStatusAnswer: {
            program: {
                id: number;
                name: string;
                domain: string;
                currency: string;
                cookie_window_days: number;
                /**
                 * @description `any`: leads of pages and of servers. `server`: of servers only; a lead of a page is 403. Anybody can send what a page sends.
                 * @enum {unknown}
                 */
                lead_source: "any" | "server";
                commission: components["schemas"]["CommissionRuleTerms"] | null;
                allowed_origins: string[];
            };
            steps: components["schemas"]["StepStatuses"];
            statistics: components["schemas"]["StatusStatistics"];
            has_partners: boolean;
            /** @description Real events of the last 7 days (UTC), today included. */
            live: {
                /** @description Without bots and headless browsers. */
                clicks: number;
                leads: number;
                sales: number;
                last_event_at: string | null;
                /** @description Pages whose clicks or leads were refused because the program does not allow their origin; the latest 20. */
                refused_origins: {
                    origin: string;
                    count: number;
                    /** Format: date-time */
                    last_at: string;
                }[];
                /** @description Values of `aff`, in lower case, that no link of an approved partner has; from pages whose origin the program allows, or with its key. The latest 20. */
                unknown_aff: {
                    value: string;
                    count: number;
                    /** Format: date-time */
                    last_at: string;
                }[];
                /** @description Values of `test_mode` other than true, as JSON, such as the text "true": these events were recorded as real ones. The latest 20. */
                ignored_test_mode: {
                    value: string;
                    count: number;
                    /** Format: date-time */
                    last_at: string;
                }[];
            };
            /** @description Whether a real sale was reported by API. */
            payments_reported: boolean;
            /** @description Payment events of the last 7 days that need attention, of this program or of no program. */
            attention: components["schemas"]["NoticedEvents"][];
            test_link: string | null;
            next_step: {
                step: string;
                /** @description A command that works on this service: it completes the step, or shows what does. */
                command: string;
                why: string;
            } | null;
        };
        WatchAnswer: {
            data: ({
                /** @enum {unknown} */
                type: "click" | "lead" | "sale" | "refund";
                /** @description The number of the click, or the id of the lead, sale or refund. */
                id: number;
                /** Format: date-time */
                occurred_at: string;
                test_mode: boolean;
                /** @description A click of a bot or headless browser, which is in no total. */
                bot: boolean;
                click_id: string | null;
                partner_id: number | null;
                link_id: number | null;
                customer_key: string | null;
                transaction_id: string | null;
                amount_cents: number | null;
                currency: string | null;
            } | {
                /** @enum {string} */
                type: "refused";
                /**
                 * @description What was refused.
                 * @enum {unknown}
                 */
                event: "click" | "lead" | "sale" | "refund";
                /** Format: date-time */
                occurred_at: string;
                /** @description The code of the error, as in the header `svc-error-code`. */
                code: string;
                error: string;
                value: string | null;
                /** @description How often this was refused today (UTC). */
                count: number;
            })[];
            /** @description Pass it as `after` to go on from here. */
            next_after: string;
        };
        ConnectAnswer: {
            authorize_url: string;
            poll_token: string;
            interval_seconds: number;
            /** Format: date-time */
            expires_at: string;
        };
        /** @description The refund of a sale */
        RefundBody: {
            /** @description The transaction_id of the sale */
            transaction_id: string;
            /** @description The amount to refund, in minor units of the currency of the sale. Default: all that is left */
            amount_cents?: number | null;
            /** @description Your own id of the refund: repeating one changes nothing */
            refund_id?: string | null;
            /** @description When the money was returned, ISO 8601, not in the future; UTC when no offset is given. Default: now */
            occurred_at?: string | null;
        };
        RefundAnswer: {
            /** @enum {boolean} */
            success: true;
            transaction_id: string;
            /** @description In all so far */
            refunded_amount_cents: number;
            /** @description The sale was fully refunded before this request */
            already_refunded: boolean;
            /** @description null: the sale earned none */
            commission: {
                id: number;
                /** @description What is left of it */
                amount_cents: number;
                status: string;
            } | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listEvents: {
        parameters: {
            query?: {
                type?: "click" | "lead" | "sale" | "refund";
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: whole click id, transaction id and other references, key and email of the customer, name and email of the partner; anywhere in the newest 5,000 sales and customers, at the beginning in all. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-occurred_at`. */
                sort?: "occurred_at" | "-occurred_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    listAdjustments: {
        parameters: {
            query?: {
                partner_id?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: reason, who made it, name and email of the partner. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "payable_at" | "-payable_at" | "amount_cents" | "-amount_cents";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdjustmentPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdjustmentCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdjustmentItem"];
                };
            };
        };
    };
    reverseAdjustment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerErase"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdjustmentItem"];
                };
            };
        };
    };
    readApplicationQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationQuestions"];
                };
            };
        };
    };
    setApplicationQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicationQuestionsInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationQuestions"];
                };
            };
        };
    };
    listAssets: {
        parameters: {
            query?: {
                /** @description Default: `false`. */
                archived?: "true" | "false";
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: name, text, file name. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "name" | "-name";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetItem"];
                };
            };
        };
    };
    downloadAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with the type that it has */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    updateAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetUpdate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetItem"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                program_id?: string;
                action?: string;
                /** @description First day (UTC). By the time at which an entry was written. */
                from?: string;
                /** @description Last day (UTC), included. By the time at which an entry was written. */
                to?: string;
                /** @description Actions, with commas between them, that `q` finds as well: for readers who see them under names of their own. */
                q_actions?: string;
                /** @description Fields, such as `hold_days`, whose change an entry is, with commas between them, that `q` finds as well: for readers who see them under names of their own. */
                q_fields?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: action, who did it, type and id of the target, such as payout run 7, anywhere in the newest 5,000 entries and at the beginning in all; its name in the newest 1,000; what was changed in the newest 400 changes; the name and email of a partner in all. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-occurred_at`. */
                sort?: "occurred_at" | "-occurred_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readAuditEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditItem"];
                };
            };
        };
    };
    readBranding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
        };
    };
    setBranding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandingInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
        };
    };
    setLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogoInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
        };
    };
    removeLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
        };
    };
    downloadBreakdown: {
        parameters: {
            query: {
                by: "sub1" | "sub2" | "sub3" | "sub4" | "sub5" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "referrer_host" | "landing_path" | "link" | "partner" | "code";
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
                /** @description Only what this link brought. */
                link_id?: string;
                sort?: "-clicks" | "-unique_clicks" | "-leads" | "-customers" | "-sales" | "-revenue_cents" | "-commission_cents" | "-conversion" | "-epc_cents" | "clicks" | "unique_clicks" | "leads" | "customers" | "sales" | "revenue_cents" | "commission_cents" | "conversion" | "epc_cents";
                /** @description How many values are listed, up to 1,000, which is also the default. */
                limit?: string;
                partner_id?: string;
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    readBreakdown: {
        parameters: {
            query: {
                by: "sub1" | "sub2" | "sub3" | "sub4" | "sub5" | "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "referrer_host" | "landing_path" | "link" | "partner" | "code";
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
                /** @description Only what this link brought. */
                link_id?: string;
                sort?: "-clicks" | "-unique_clicks" | "-leads" | "-customers" | "-sales" | "-revenue_cents" | "-commission_cents" | "-conversion" | "-epc_cents" | "clicks" | "unique_clicks" | "leads" | "customers" | "sales" | "revenue_cents" | "commission_cents" | "conversion" | "epc_cents";
                /** @description How many values are listed, up to 1,000, which is also the default. */
                limit?: string;
                partner_id?: string;
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreakdownAnswer"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    answerClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimAnswerInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimItem"];
                };
            };
        };
    };
    listClaims: {
        parameters: {
            query?: {
                status?: "open" | "accepted" | "rejected";
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: reference, note, name and email of the partner. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "reference" | "-reference" | "answered_at" | "-answered_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readClaim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimItem"];
                };
            };
        };
    };
    listCodes: {
        parameters: {
            query?: {
                partner_id?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: code, name and email of the partner. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "code" | "-code";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodePage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeItem"];
                };
            };
        };
    };
    readCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeItem"];
                };
            };
        };
    };
    updateCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeUpdate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeItem"];
                };
            };
        };
    };
    changeCommissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommissionBulk"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionBulkAnswer"];
                };
            };
        };
    };
    explainCommission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainAnswer"];
                };
            };
        };
    };
    holdCommission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommissionReject"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionItem"];
                };
            };
        };
    };
    listCommissions: {
        parameters: {
            query?: {
                status?: "pending" | "payable" | "paid" | "held" | "reversed";
                partner_id?: string;
                customer_key?: string;
                /** @description ISO 4217, upper case. */
                currency?: string;
                /** @description `any`: those with one of the flags, whichever. */
                flag?: "any" | "self_referral" | "fast_sale" | "click_burst" | "paid_search" | "code_leak" | "page_named";
                /** @description First day (UTC). By the time at which a commission was earned. */
                from?: string;
                /** @description Last day (UTC), included. By the time at which a commission was earned. */
                to?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: transaction id and other references, key and email of the customer, name and email of the partner; anywhere in the newest 5,000 commissions, at the beginning in all; the amount, such as 14.70 or 14.70 EUR; several of these, such as Maria 14.70. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "amount_cents" | "-amount_cents";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readCommissionTotals: {
        parameters: {
            query?: {
                status?: "pending" | "payable" | "paid" | "held" | "reversed";
                partner_id?: string;
                customer_key?: string;
                /** @description ISO 4217, upper case. */
                currency?: string;
                /** @description `any`: those with one of the flags, whichever. */
                flag?: "any" | "self_referral" | "fast_sale" | "click_burst" | "paid_search" | "code_leak" | "page_named";
                /** @description First day (UTC). By the time at which a commission was earned. */
                from?: string;
                /** @description Last day (UTC), included. By the time at which a commission was earned. */
                to?: string;
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionTotals"];
                };
            };
        };
    };
    rejectCommission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommissionReject"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionItem"];
                };
            };
        };
    };
    releaseCommission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommissionItem"];
                };
            };
        };
    };
    readCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceCompany"];
                };
            };
        };
    };
    setCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceCompany"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceCompany"];
                };
            };
        };
    };
    assignCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerAssign"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAssigned"];
                };
            };
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerErase"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerErased"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                customer_key?: string;
                partner_id?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: key, email, name and email of the partner; anywhere in the newest 5,000 customers, at the beginning in all; several words, each of which is found in one of these. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "customer_key" | "-customer_key";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDetail"];
                };
            };
        };
    };
    readEventFeed: {
        parameters: {
            query?: {
                /** @description The last number that the reader has; 0 when not given: from the beginning. `latest` gives the last number and no events. */
                after?: string;
                /** @description How many events; a positive integer, 100 when not given, at most 1,000. */
                limit?: string;
                /** @description Only these types, with commas between them. */
                types?: string;
                /** @description Only events of this program. */
                program_id?: string;
                /** @description How long to wait for an event when there is none, up to 30; 0 when not given. */
                wait_seconds?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFeed"];
                };
            };
        };
    };
    triggerEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventTrigger"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTriggered"];
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: name. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "name" | "-name";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupItem"];
                };
            };
        };
    };
    removeGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupItem"];
                };
            };
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupUpdate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupItem"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    mapping: ("rewardful" | "firstpromoter" | "tolt" | "dub" | "partnerstack") | {
                        /** @description What people call it. */
                        system: string;
                        /** @description Of rows that name none; the program's when not given. */
                        currency?: string;
                        /**
                         * @description `mdy`: 12/31/2026; `dmy`: 31/12/2026. Default: `iso`, or seconds or milliseconds since 1970.
                         * @enum {unknown}
                         */
                        dates?: "iso" | "mdy" | "dmy";
                        /** @description Amounts are written like 1.234,56. */
                        decimal_comma?: boolean;
                        partners?: {
                            /** @description By field, the name of the column, or several, of which the first one that is not empty counts. Case, spaces and punctuation of names do not matter. */
                            columns: {
                                [key: string]: string | string[];
                            };
                            /** @description By what the file says, in any case, what it means here. `skip`: the row is left out. */
                            statuses?: {
                                [key: string]: string;
                            };
                        };
                        customers?: {
                            /** @description By field, the name of the column, or several, of which the first one that is not empty counts. Case, spaces and punctuation of names do not matter. */
                            columns: {
                                [key: string]: string | string[];
                            };
                            /** @description By what the file says, in any case, what it means here. `skip`: the row is left out. */
                            statuses?: {
                                [key: string]: string;
                            };
                        };
                        sales?: {
                            /** @description By field, the name of the column, or several, of which the first one that is not empty counts. Case, spaces and punctuation of names do not matter. */
                            columns: {
                                [key: string]: string | string[];
                            };
                            /** @description By what the file says, in any case, what it means here. `skip`: the row is left out. */
                            statuses?: {
                                [key: string]: string;
                            };
                        };
                        commissions?: {
                            /** @description By field, the name of the column, or several, of which the first one that is not empty counts. Case, spaces and punctuation of names do not matter. */
                            columns: {
                                [key: string]: string | string[];
                            };
                            /** @description By what the file says, in any case, what it means here. `skip`: the row is left out. */
                            statuses?: {
                                [key: string]: string;
                            };
                        };
                    };
                    files: {
                        /** @enum {unknown} */
                        kind: "partners" | "customers" | "sales" | "commissions";
                        name: string;
                        /** @description The file: CSV with a line of column names. */
                        text: string;
                        /**
                         * @description The encoding that the file was in, for the notes of the report.
                         * @enum {unknown}
                         */
                        encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
                    }[];
                    /** @description Only say what would be imported. */
                    preview?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
        };
    };
    readIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationAnswer"];
                };
            };
        };
    };
    sendTestEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEventRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestEventAnswer"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: name, last four characters. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "name" | "-name" | "last_used_at" | "-last_used_at" | "expires_at" | "-expires_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProgramArchive"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyMade"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyItem"];
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyMade"];
                };
            };
        };
    };
    listLinks: {
        parameters: {
            query?: {
                partner_id?: string;
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: short link, destination, name and email of the partner. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "short_link" | "-short_link" | "destination_url" | "-destination_url";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkFiguresPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkItem"];
                };
            };
        };
    };
    readLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkItem"];
                };
            };
        };
    };
    updateLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkUpdate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkItem"];
                };
            };
        };
    };
    listManagementKeys: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: name, last four characters, creator. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "name" | "-name" | "last_used_at" | "-last_used_at" | "expires_at" | "-expires_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagementKeyPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createManagementKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManagementKeyCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagementKeyMade"];
                };
            };
        };
    };
    revokeManagementKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagementKeyItem"];
                };
            };
        };
    };
    rotateManagementKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagementKeyMade"];
                };
            };
        };
    };
    createPartnerMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerMessageCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerMessageSent"];
                };
            };
        };
    };
    listMessagesToPartner: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: subject, text. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageToPartnerPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    listPartnerNotes: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: text. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerNotePage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createPartnerNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerNoteCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerNote"];
                };
            };
        };
    };
    deletePartnerNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerNote"];
                };
            };
        };
    };
    changePartners: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerBulk"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerBulkAnswer"];
                };
            };
        };
    };
    countPartners: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerCounts"];
                };
            };
        };
    };
    importPartners: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerImport"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerImportReport"];
                };
            };
        };
    };
    listPartners: {
        parameters: {
            query?: {
                status?: "pending" | "approved" | "rejected" | "suspended";
                /** @description Only partners with this tag. */
                tag?: string;
                /** @description Only partners in this group; `none`: in no group. */
                group_id?: string;
                /** @description Whether they have accepted an invitation. */
                has_account?: "true" | "false";
                /** @description A part of the name or of the address, in any case. */
                search?: string;
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: name, email, group, tags. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-joined_at`. */
                sort?: "joined_at" | "-joined_at" | "name" | "-name" | "email" | "-email" | "status" | "-status" | "clicks" | "-clicks" | "sales" | "-sales" | "revenue" | "-revenue" | "commission" | "-commission";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerFiguresPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    invitePartner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerInvite"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerInvited"];
                };
            };
        };
    };
    listPartnerTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagList"];
                };
            };
        };
    };
    readPartner: {
        parameters: {
            query?: {
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
            };
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerDetail"];
                };
            };
        };
    };
    updatePartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerUpdate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerUpdated"];
                };
            };
        };
    };
    reinvitePartner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerInvited"];
                };
            };
        };
    };
    connectProcessor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessorConnectAnswer"];
                };
            };
        };
    };
    disconnectProcessor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisconnectAnswer"];
                };
            };
        };
    };
    listProcessorEvents: {
        parameters: {
            query?: {
                status?: "processed" | "ignored" | "failed" | "waiting";
                /** @description Language of the texts; `en` when not given. */
                language?: "en" | "de";
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: id, type, reason (of the newest 5,000 events). Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-received_at`. */
                sort?: "received_at" | "-received_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The event's own id at the processor. */
                            id: string;
                            type: string;
                            /** @enum {unknown} */
                            status: "processed" | "ignored" | "failed" | "waiting";
                            connection_id: number | null;
                            /** @description Why it has this status. New codes may be added. */
                            reason_code: string;
                            /** @description Values of the text of the reason. Amounts are in the smallest unit of their currency. */
                            reason_parameters: {
                                [key: string]: unknown;
                            };
                            /** @description What was done, why, and what to do, in the language of the request. */
                            reason: string;
                            attempts: number;
                            /** Format: date-time */
                            received_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readProcessorConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessorConnectionAnswer"];
                };
            };
        };
    };
    readProcessorCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessorCoverageAnswer"];
                };
            };
        };
    };
    replayProcessorEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayInput"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The event's own id at the processor. */
                        id: string;
                        type: string;
                        /** @enum {unknown} */
                        status: "processed" | "ignored" | "failed" | "waiting";
                        connection_id: number | null;
                        /** @description Why it has this status. New codes may be added. */
                        reason_code: string;
                        /** @description Values of the text of the reason. Amounts are in the smallest unit of their currency. */
                        reason_parameters: {
                            [key: string]: unknown;
                        };
                        /** @description What was done, why, and what to do, in the language of the request. */
                        reason: string;
                        attempts: number;
                        /** Format: date-time */
                        received_at: string;
                    };
                };
            };
        };
    };
    listPaymentConnections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConnectionList"];
                };
            };
        };
    };
    createPaymentConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentConnectionCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConnection"];
                };
            };
        };
    };
    readKeyLink: {
        parameters: {
            query?: {
                provider?: "stripe";
                mode?: "live" | "test";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyLinkAnswer"];
                };
            };
        };
    };
    readPaymentConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConnection"];
                };
            };
        };
    };
    removePaymentConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConnectionRemoved"];
                };
            };
        };
    };
    updatePaymentConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentConnectionUpdate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConnection"];
                };
            };
        };
    };
    checkPaymentConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConnection"];
                };
            };
        };
    };
    cancelPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutItem"];
                };
            };
        };
    };
    listPayoutRuns: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: who made it. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutRunPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createPayoutRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutRunCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutRunDetail"];
                };
            };
        };
    };
    downloadMonthPdf: {
        parameters: {
            query?: {
                language?: "en" | "de";
            };
            header?: never;
            path: {
                programId: string;
                id: string;
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    downloadPayoutFile: {
        parameters: {
            query?: {
                format?: "bank" | "paypal" | "wise";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    downloadPayoutPdf: {
        parameters: {
            query?: {
                language?: "en" | "de";
            };
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    listPayoutFiles: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: who downloaded it, format, SHA-256. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutFilePage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                partner_id?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: reference, amount, name and email of the partner. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "amount_cents" | "-amount_cents" | "name" | "-name" | "status" | "-status" | "settled_at" | "-settled_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    markPayoutPaid: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutPay"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutItem"];
                };
            };
        };
    };
    markPayoutRunPaid: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutPay"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutRunPaid"];
                };
            };
        };
    };
    readBalances: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalancesAnswer"];
                };
            };
        };
    };
    readDue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DueAnswer"];
                };
            };
        };
    };
    readPayoutRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutRunDetail"];
                };
            };
        };
    };
    reopenPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutItem"];
                };
            };
        };
    };
    reopenPayoutRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutRunReopen"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutRunReopened"];
                };
            };
        };
    };
    endMemberSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsEnded"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: email, who invited. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "email" | "-email" | "expires_at" | "-expires_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationMade"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description A part of the name or the email, in any case. */
                q?: string;
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readEmailStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailStatus"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberRemoved"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberUpdate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberItem"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationItem"];
                };
            };
        };
    };
    previewPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicyPreview"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPreviewAnswer"];
                };
            };
        };
    };
    archiveProgram: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProgramArchive"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramItem"];
                };
            };
        };
    };
    checkProgramHost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                host: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramHostCheck"];
                };
            };
        };
    };
    listPrograms: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: name, domain. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "name" | "-name" | "domain" | "-domain";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createProgram: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProgramCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramItem"];
                };
            };
        };
    };
    readProgram: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramItem"];
                };
            };
        };
    };
    updateProgram: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProgramUpdate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramItem"];
                };
            };
        };
    };
    restoreProgram: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramItem"];
                };
            };
        };
    };
    downloadCohorts: {
        parameters: {
            query?: {
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
                /** @description ISO 4217, upper case. */
                currency?: string;
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    downloadReport: {
        parameters: {
            query?: {
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
                by?: "day" | "partner" | "link";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    readAttention: {
        parameters: {
            query?: {
                /** @description Language of the texts; `en` when not given. */
                language?: "en" | "de";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttentionAnswer"];
                };
            };
        };
    };
    readCohorts: {
        parameters: {
            query?: {
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
                /** @description ISO 4217, upper case. */
                currency?: string;
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortAnswer"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readOverview: {
        parameters: {
            query?: {
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewAnswer"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readReport: {
        parameters: {
            query?: {
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
                /** @description Only what this link brought. */
                link_id?: string;
                /** @description Only what this code brought, which is never a click. */
                code_id?: string;
                /** @description With `format`: what a row of the file is, `day` when not given. JSON has all of them. */
                by?: "day" | "partner" | "link";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportAnswer"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readUncredited: {
        parameters: {
            query?: {
                /** @description First day (UTC); 29 days before `to` when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                from?: string;
                /** @description Last day (UTC), included; today when not given. Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded. */
                to?: string;
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UncreditedAnswer"];
                };
            };
        };
    };
    changePartnerRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleItem"];
                };
            };
        };
    };
    dropPartnerRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleItem"];
                };
            };
        };
    };
    listRules: {
        parameters: {
            query?: {
                partner_id?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-version`. */
                sort?: "version" | "-version";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    changeProgramRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleItem"];
                };
            };
        };
    };
    previewRule: {
        parameters: {
            query?: {
                /** @description A rule of any shape, as JSON: what a change of the rule has in `commission`. The fields below are then ignored. */
                commission?: string;
                type?: "percent" | "flat";
                basis_points?: string;
                amount_cents?: string;
                /** @description Left out: every sale. */
                duration_months?: string;
                partner_id?: string;
                group_id?: string;
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePreviewAnswer"];
                };
            };
        };
    };
    listSales: {
        parameters: {
            query?: {
                partner_id?: string;
                customer_id?: string;
                link_id?: string;
                /** @description Only sales that are credited by this code. */
                code_id?: string;
                transaction_id?: string;
                /** @description Only sales of which something, or nothing, was refunded. */
                refunded?: "true" | "false";
                /** @description First day (UTC). By the time at which a sale was made; reports count it on the day it was recorded. */
                from?: string;
                /** @description Last day (UTC), included. By the time at which a sale was made; reports count it on the day it was recorded. */
                to?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: transaction id and other references, key and email of the customer, name and email of the partner; anywhere in the newest 5,000 sales, at the beginning in all; the amount, such as 49.00 or 49.00 EUR; several of these, such as Maria 49.00. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-occurred_at`. */
                sort?: "occurred_at" | "-occurred_at" | "amount_cents" | "-amount_cents";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SalePage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createSale: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                programId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnteredSaleItem"];
                };
            };
        };
    };
    explainSale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                programId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainAnswer"];
                };
            };
        };
    };
    listSeals: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: number, hash; anywhere in the newest 5,000 seals, the whole number in all. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-number`. */
                sort?: "number" | "-number";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            workspace_id: number;
                            /** @description 1, 2, 3 … in each workspace. */
                            number: number;
                            previous_hash: string | null;
                            /** @description SHA-256 of the seal as canonical JSON without `hash` and `signature`. */
                            hash: string;
                            /** @description How many rows it covers, by table. */
                            counts: {
                                [key: string]: number;
                            };
                            /** @description SHA-256 over the hashes of those rows, by table. */
                            contents: {
                                [key: string]: string;
                            };
                            /** Format: date-time */
                            sealed_at: string;
                            key_id: string;
                            /** @description Ed25519 signature of `hash`, in base64. */
                            signature: string;
                        }[];
                        next_cursor: string | null;
                    };
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readSeal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspace_id: number;
                        /** @description 1, 2, 3 … in each workspace. */
                        number: number;
                        previous_hash: string | null;
                        /** @description SHA-256 of the seal as canonical JSON without `hash` and `signature`. */
                        hash: string;
                        /** @description How many rows it covers, by table. */
                        counts: {
                            [key: string]: number;
                        };
                        /** @description SHA-256 over the hashes of those rows, by table. */
                        contents: {
                            [key: string]: string;
                        };
                        /** Format: date-time */
                        sealed_at: string;
                        key_id: string;
                        /** @description Ed25519 signature of `hash`, in base64. */
                        signature: string;
                    };
                };
            };
        };
    };
    listSecurityEvents: {
        parameters: {
            query?: {
                type?: "sign_in.succeeded" | "sign_in.failed" | "sign_in.paused" | "verification.failed" | "verification.paused" | "password.changed" | "password.reset" | "two_factor.enabled" | "two_factor.disabled" | "backup_codes.created" | "api_key.new_address" | "management_key.new_address" | "export.downloaded";
                user_id?: string;
                /** @description Types, with commas between them, that `q` finds as well: for readers who see them under names of their own. */
                q_types?: string;
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: type, email, network address, user agent (of the newest 5,000 entries). Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-occurred_at`. */
                sort?: "occurred_at" | "-occurred_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityEventPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only rows with this text, in any case, in: address, description. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at" | "url" | "-url";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description How many rows; a positive integer, 50 when not given, at most 200. */
                limit?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                status?: "pending" | "delivered" | "failed";
                /** @description Only rows with this text, in any case, in: type, last error, whole id of the event, in the newest 5,000 deliveries; whole number of the event in all. Spaces around it do not count. */
                q?: string;
                /** @description The column to sort by; descending with a minus sign before it. Default: `-created_at`. */
                sort?: "created_at" | "-created_at";
                /** @description All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same. */
                format?: "csv" | "ndjson" | "xlsx";
                /** @description `1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, or all of its rows as a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookItem"];
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookItem"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookItem"];
                };
            };
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookItem"];
                };
            };
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryItem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                workspaceId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryItem"];
                };
            };
        };
    };
    readWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceAnswer"];
                };
            };
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceUpdate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceAnswer"];
                };
            };
        };
    };
}
